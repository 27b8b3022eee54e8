import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { buildGraph, type NewNode, type NewWeight, readBranch, type StoredTensor } from '../kernels/index.ts';

/** The published graph has a branch for 16 kHz and one for 8 kHz. */
const BRANCH = 'then_branch';
const OPERATORS = 16;

/** Samples of a frame with its context, and what the network reflects at its end. */
const FRAME = 576;
const REFLECTED = 64;
/** The short-time Fourier transform: size, hop and number of frequencies. */
const FFT = 256;
const HOP = 128;
const FREQUENCIES = FFT / 2 + 1;
/** Places of the transform in a frame. */
const PLACES = (FRAME + REFLECTED - FFT) / HOP + 1;
const HIDDEN = 128;
const WIDTH = 3;
/**
 * Channels before and after each convolution of three positions, and which of the three it ever meets: the strides leave two places of
 * four after the second and one after the third, beside which there is nothing.
 */
const CONVOLUTIONS = [
  { from: FREQUENCIES, to: 128, taps: [0, 1, 2] },
  { from: 128, to: 64, taps: [0, 1, 2] },
  { from: 64, to: 64, taps: [1, 2] },
  { from: 64, to: HIDDEN, taps: [1] },
] as const;
/** PyTorch's gates (input, forget, cell, output) in ONNX's order (input, output, forget, cell). */
const GATES = [0, 3, 1, 2];

/**
 * Silero VAD v5 for any number of frames of one channel in one run. The published graph takes one frame: nested branches ask
 * for shapes at each run, and vectors are short. This one is made of its weights: each convolution is one product of matrices over the
 * places of all frames (as convolutions of four places the runtime takes twice the time), the recurrent layer takes the frames one after
 * the other. Probabilities are the same.
 *
 * Inputs: `input`, frames × 576 samples, and `state`, 2 × 1 × 128. Outputs: `output`, frames × 1 × 1, and `stateN`.
 *
 * @param model the published graph
 * @returns null if it is another one
 */
export function manyFrames(model: Uint8Array): Uint8Array | null {
  try {
    return rebuilt(weightsIn(model));
  } catch {
    // An unreadable file is not a model; the runtime reports that when it opens it.
    return null;
  }
}

function rebuilt(bytesOf: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const weights: NewWeight[] = [];
  const take = (
    name: string,
    published: string,
    dims: readonly number[],
    change = (bytes: Uint8Array) => bytes,
  ) => {
    const bytes = bytesOf.get(published);
    const size = dims.reduce((product, count) => product * count, 4);
    if (bytes?.length !== size)
      throw new Error(`The voice activity model has no ${published} of ${size} bytes.`);
    weights.push({ name, type: 'float32', dims, bytes: change(bytes) });
  };
  const integers = (name: string, ...values: number[]) => {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    weights.push({ name, type: 'int64', dims: [values.length], bytes });
  };
  take('basis', 'stft.forward_basis_buffer', [2 * FREQUENCIES, FFT]);
  for (const [index, { from, to, taps }] of CONVOLUTIONS.entries()) {
    take(`bias.${index}`, `encoder.${index}.reparam_conv.bias`, [to]);
    const published = `encoder.${index}.reparam_conv.weight`;
    const bytes = bytesOf.get(published);
    if (bytes?.length !== to * from * WIDTH * 4)
      throw new Error(`The voice activity model has another ${published}.`);
    const dims = [to, taps.length * from];
    weights.push({ name: `weight.${index}`, type: 'float32', dims, bytes: byTap(bytes, from, to, taps) });
  }
  take('rnn.input', 'decoder.rnn.weight_ih', [1, 4 * HIDDEN, HIDDEN], inOnnxOrder);
  take('rnn.hidden', 'decoder.rnn.weight_hh', [1, 4 * HIDDEN, HIDDEN], inOnnxOrder);
  const biases = ['decoder.rnn.bias_ih', 'decoder.rnn.bias_hh'].map(
    (name) => bytesOf.get(name) ?? new Uint8Array(),
  );
  const bias = joinBytes(biases.map(inOnnxOrder));
  if (bias.length !== 8 * HIDDEN * 4) throw new Error('The voice activity model has other biases.');
  weights.push({ name: 'rnn.bias', type: 'float32', dims: [1, 8 * HIDDEN], bytes: bias });
  take('last.weight', 'decoder.decoder.2.weight', [1, HIDDEN]);
  take('last.bias', 'decoder.decoder.2.bias', [1]);
  integers('pads', 0, 0, 0, REFLECTED);
  integers('both', 0, FREQUENCIES, 0, FREQUENCIES);
  integers('before', 0, CONVOLUTIONS[1].from, 0, 0);
  integers('frames', -1, PLACES * CONVOLUTIONS[1].from);
  for (const [name, width] of Object.entries(WIDTHS)) integers(name, -1, width);
  integers('answer', -1, 1, 1);
  for (const number of NUMBERS) integers(`${number}`, number);
  return buildGraph({
    operators: OPERATORS,
    nodes: nodes(),
    inputs: [
      { name: 'input', dims: ['frames', FRAME] },
      { name: 'state', dims: [2, 1, HIDDEN] },
    ],
    outputs: [
      { name: 'output', dims: ['frames', 1, 1] },
      { name: 'stateN', dims: [2, 1, HIDDEN] },
    ],
    weights,
  });
}

/** Rows of matrices. */
const WIDTHS = {
  transform: FFT,
  spectra: PLACES * FREQUENCIES,
  neighbours: WIDTH * FREQUENCIES,
  hidden: HIDDEN,
};
/** Places of the second convolution in a frame: its stride is 2. */
const SECOND = [0, 2].map((place) => place * CONVOLUTIONS[1].from);
const NUMBERS = new Set([
  ...[0, 1, 2, FREQUENCIES, 2 * FREQUENCIES],
  ...Array.from({ length: PLACES }, (_, place) => [
    ...[place * HOP, place * HOP + FFT],
    ...[place * FREQUENCIES, (place + WIDTH) * FREQUENCIES],
  ]).flat(),
  ...SECOND.flatMap((start) => [start, start + WIDTH * CONVOLUTIONS[1].from]),
]);

function nodes(): NewNode[] {
  const node = (
    opType: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: NewNode['attributes'] = {},
  ): NewNode => ({ opType, inputs, outputs, attributes });
  const slice = (
    from: string,
    { start, end, axis }: { start: number; end: number; axis: number },
    to: string,
  ) => node('Slice', [from, `${start}`, `${end}`, `${axis}`], [to]);
  /** A stretch at each place of a frame, places below one another. */
  const places = (
    from: string,
    { step, length, shape }: { step: number; length: number; shape: string },
    to: string,
  ) => {
    const parts = Array.from({ length: PLACES }, (_, place) => `${to}.${place}`);
    return [
      ...parts.map((part, place) =>
        slice(from, { start: place * step, end: place * step + length, axis: 1 }, part),
      ),
      node('Concat', parts, [`${to}.row`], { axis: 1 }),
      node('Reshape', [`${to}.row`, shape], [to]),
    ];
  };
  const layer = (from: string, index: number, to: string) => [
    node('Gemm', [from, `weight.${index}`, `bias.${index}`], [`${to}.sum`], { transB: 1 }),
    node('Relu', [`${to}.sum`], [to]),
  ];
  return [
    node('Pad', ['input', 'pads'], ['padded'], { mode: 'reflect' }),
    ...places('padded', { step: HOP, length: FFT, shape: 'transform' }, 'samples'),
    node('Gemm', ['samples', 'basis'], ['spectrum'], { transB: 1 }),
    slice('spectrum', { start: 0, end: FREQUENCIES, axis: 1 }, 'real'),
    slice('spectrum', { start: FREQUENCIES, end: 2 * FREQUENCIES, axis: 1 }, 'imaginary'),
    node('Mul', ['real', 'real'], ['real.power']),
    node('Mul', ['imaginary', 'imaginary'], ['imaginary.power']),
    node('Add', ['real.power', 'imaginary.power'], ['power']),
    node('Sqrt', ['power'], ['magnitudes']),
    node('Reshape', ['magnitudes', 'spectra'], ['spectra.rows']),
    node('Pad', ['spectra.rows', 'both'], ['spectra.padded']),
    ...places(
      'spectra.padded',
      { step: FREQUENCIES, length: WIDTH * FREQUENCIES, shape: 'neighbours' },
      'neighbouring',
    ),
    ...layer('neighbouring', 0, 'first'),
    node('Reshape', ['first', 'frames'], ['first.rows']),
    node('Pad', ['first.rows', 'before'], ['first.padded']),
    ...SECOND.flatMap((start, index) => [
      slice(
        'first.padded',
        { start, end: start + WIDTH * CONVOLUTIONS[1].from, axis: 1 },
        `second.${index}.input`,
      ),
      ...layer(`second.${index}.input`, 1, `second.${index}`),
    ]),
    node('Concat', ['second.0', 'second.1'], ['second'], { axis: 1 }),
    ...layer('second', 2, 'third'),
    ...layer('third', 3, 'fourth'),
    // Frames are the recurrent layer's times.
    node('Unsqueeze', ['fourth', '1'], ['times']),
    slice('state', { start: 0, end: 1, axis: 0 }, 'hidden.before'),
    slice('state', { start: 1, end: 2, axis: 0 }, 'cell.before'),
    node(
      'LSTM',
      ['times', 'rnn.input', 'rnn.hidden', 'rnn.bias', '', 'hidden.before', 'cell.before'],
      ['hidden.all', 'hidden.after', 'cell.after'],
      { hidden_size: HIDDEN },
    ),
    node('Concat', ['hidden.after', 'cell.after'], ['stateN'], { axis: 0 }),
    node('Reshape', ['hidden.all', 'hidden'], ['hidden.rows']),
    node('Relu', ['hidden.rows'], ['active']),
    node('Gemm', ['active', 'last.weight', 'last.bias'], ['logit'], { transB: 1 }),
    node('Sigmoid', ['logit'], ['probability']),
    node('Reshape', ['probability', 'answer'], ['output']),
  ];
}

/** A convolution's weights, channels × channels × positions, as rows of the positions that count, one after the other. */
function byTap(bytes: Uint8Array, from: number, to: number, taps: readonly number[]): Uint8Array {
  const given = new Float32Array(new Uint8Array(bytes).buffer);
  const rows = new Float32Array(to * taps.length * from);
  let at = 0;
  for (let row = 0; row < to; row += 1) {
    for (const tap of taps) {
      for (let channel = 0; channel < from; channel += 1) {
        rows[at++] = given[(row * from + channel) * WIDTH + tap] ?? 0;
      }
    }
  }
  return new Uint8Array(rows.buffer);
}

/** Rows of the four gates, in another order. */
function inOnnxOrder(bytes: Uint8Array): Uint8Array {
  const size = bytes.length / GATES.length;
  return joinBytes(GATES.map((gate) => bytes.subarray(gate * size, (gate + 1) * size)));
}

/** The constants of the branch for 16 kHz, by the end of their names. */
function weightsIn(model: Uint8Array): Map<string, Uint8Array> {
  const constants = readBranch(model, BRANCH)?.tensors ?? new Map<string, StoredTensor>();
  return new Map([...constants].map(([name, { bytes }]) => [name.replace(/^.*__(?=[^_/])/, ''), bytes]));
}
