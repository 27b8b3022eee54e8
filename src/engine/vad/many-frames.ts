import { joinBytes } from '../../lib/byte-source.ts';
import { buildGraph, type NewNode, type NewWeight } from '../onnx/build-graph.ts';
import { type Field, fieldsOf } from '../onnx/edit-graph.ts';

/** Field numbers (github.com/onnx/onnx, onnx/onnx.proto). */
const MODEL = { graph: 7 };
const GRAPH = { node: 1 };
const NODE = { output: 2, opType: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, tensor: 5, graph: 6 };
const TENSOR = { bytes: 9 };

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
/** Channels before and after each convolution, and its stride; all take three positions. */
const CONVOLUTIONS = [
  { from: FREQUENCIES, to: 128, stride: 1 },
  { from: 128, to: 64, stride: 2 },
  { from: 64, to: 64, stride: 2 },
  { from: 64, to: 128, stride: 1 },
] as const;
const WIDTH = 3;
const HIDDEN = 128;
/** PyTorch's gates (input, forget, cell, output) in ONNX's order (input, output, forget, cell). */
const GATES = [0, 3, 1, 2];

/**
 * Silero VAD v5 for any number of frames of one channel in one run. The published graph takes one frame: nested branches ask
 * for shapes at each run, and vectors are short. This one is made of its weights: convolutions take all frames at once, the
 * recurrent layer takes them one after the other. Probabilities are the same.
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
  take('basis', 'stft.forward_basis_buffer', [2 * FREQUENCIES, 1, FFT]);
  for (const [index, { from, to }] of CONVOLUTIONS.entries()) {
    take(`weight.${index}`, `encoder.${index}.reparam_conv.weight`, [to, from, WIDTH]);
    take(`bias.${index}`, `encoder.${index}.reparam_conv.bias`, [to]);
  }
  take('rnn.input', 'decoder.rnn.weight_ih', [1, 4 * HIDDEN, HIDDEN], inOnnxOrder);
  take('rnn.hidden', 'decoder.rnn.weight_hh', [1, 4 * HIDDEN, HIDDEN], inOnnxOrder);
  const biases = ['decoder.rnn.bias_ih', 'decoder.rnn.bias_hh'].map(
    (name) => bytesOf.get(name) ?? new Uint8Array(),
  );
  const bias = joinBytes(biases.map(inOnnxOrder));
  if (bias.length !== 8 * HIDDEN * 4) throw new Error('The voice activity model has other biases.');
  weights.push({ name: 'rnn.bias', type: 'float32', dims: [1, 8 * HIDDEN], bytes: bias });
  take('last.weight', 'decoder.decoder.2.weight', [1, HIDDEN, 1]);
  take('last.bias', 'decoder.decoder.2.bias', [1]);
  integers('pads', 0, 0, 0, REFLECTED);
  integers('zero', 0);
  integers('one', 1);
  integers('two', 2);
  integers('half', FREQUENCIES);
  integers('whole', 2 * FREQUENCIES);
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

function nodes(): NewNode[] {
  const node = (
    opType: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: NewNode['attributes'] = {},
  ): NewNode => ({ opType, inputs, outputs, attributes });
  return [
    node('Pad', ['input', 'pads'], ['padded'], { mode: 'reflect' }),
    node('Unsqueeze', ['padded', 'one'], ['samples']),
    node('Conv', ['samples', 'basis'], ['spectrum'], { strides: [HOP], kernel_shape: [FFT] }),
    node('Slice', ['spectrum', 'zero', 'half', 'one'], ['real']),
    node('Slice', ['spectrum', 'half', 'whole', 'one'], ['imaginary']),
    node('Mul', ['real', 'real'], ['real.power']),
    node('Mul', ['imaginary', 'imaginary'], ['imaginary.power']),
    node('Add', ['real.power', 'imaginary.power'], ['power']),
    node('Sqrt', ['power'], ['layer.0']),
    ...CONVOLUTIONS.flatMap(({ stride }, index) => [
      node('Conv', [`layer.${index}`, `weight.${index}`, `bias.${index}`], [`convolved.${index}`], {
        strides: [stride],
        pads: [1, 1],
        kernel_shape: [WIDTH],
      }),
      node('Relu', [`convolved.${index}`], [`layer.${index + 1}`]),
    ]),
    // One position is left of each frame: frames are the recurrent layer's times.
    node('Transpose', [`layer.${CONVOLUTIONS.length}`], ['times'], { perm: [0, 2, 1] }),
    node('Slice', ['state', 'zero', 'one', 'zero'], ['hidden.before']),
    node('Slice', ['state', 'one', 'two', 'zero'], ['cell.before']),
    node(
      'LSTM',
      ['times', 'rnn.input', 'rnn.hidden', 'rnn.bias', '', 'hidden.before', 'cell.before'],
      ['hidden.all', 'hidden.after', 'cell.after'],
      { hidden_size: HIDDEN },
    ),
    node('Concat', ['hidden.after', 'cell.after'], ['stateN'], { axis: 0 }),
    node('Squeeze', ['hidden.all', 'one'], ['hidden.rows']),
    node('Transpose', ['hidden.rows'], ['hidden.columns'], { perm: [0, 2, 1] }),
    node('Relu', ['hidden.columns'], ['active']),
    node('Conv', ['active', 'last.weight', 'last.bias'], ['logit'], { kernel_shape: [1] }),
    node('Sigmoid', ['logit'], ['output']),
  ];
}

/** Rows of the four gates, in another order. */
function inOnnxOrder(bytes: Uint8Array): Uint8Array {
  const size = bytes.length / GATES.length;
  return joinBytes(GATES.map((gate) => bytes.subarray(gate * size, (gate + 1) * size)));
}

/** The constants of the branch for 16 kHz, by the end of their names. */
function weightsIn(model: Uint8Array): Map<string, Uint8Array> {
  const weights = new Map<string, Uint8Array>();
  const graph = contentOf(model, MODEL.graph);
  for (const node of allOf(graph, GRAPH.node)) {
    for (const attribute of allOf(node.value, NODE.attribute)) {
      if (text(contentOf(attribute.value, ATTRIBUTE.name)) !== BRANCH) continue;
      for (const inner of allOf(contentOf(attribute.value, ATTRIBUTE.graph), GRAPH.node)) {
        if (text(contentOf(inner.value, NODE.opType)) !== 'Constant') continue;
        const name = text(contentOf(inner.value, NODE.output)).replace(/^.*__(?=[^_/])/, '');
        const tensor = contentOf(contentOf(inner.value, NODE.attribute), ATTRIBUTE.tensor);
        weights.set(name, contentOf(tensor, TENSOR.bytes));
      }
    }
  }
  return weights;
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const allOf = (message: Uint8Array, wanted: number): Field[] =>
  [...fieldsOf(message)].filter(({ number }) => number === wanted);

const contentOf = (message: Uint8Array, wanted: number): Uint8Array =>
  allOf(message, wanted)[0]?.value ?? new Uint8Array();
