import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { editGraph, type OnnxNode, readGraph } from '../kernels/index.ts';

/** The filters' time axis as left by 8-bit quantisation. */
const QUANTISED_AXIS = 'sincnet.conv1d.0.filterbank.n__quantized';
const AXIS = 'exact_time_axis';

/**
 * The segmentation network with its first layer's filters computed in floats. They are sincs (Ravanelli and Bengio,
 * "Speaker Recognition from Raw Waveform with SincNet", 2018), computed in the graph from cut-off frequencies and a
 * time axis, both of which 8-bit quantisation mistakes for weights. That shifts them by a few hertz, and similar
 * voices become one. The original axis is known: 2πn / 16 kHz for n from −125 to −1.
 *
 * @param model in ONNX format
 * @returns the model unchanged if its axis is not quantised
 */
export function withExactFilters(model: Uint8Array): Uint8Array {
  try {
    return withExactAxis(model);
  } catch {
    // An unreadable file is not a model; the runtime reports that when it opens it.
    return model;
  }
}

function withExactAxis(model: Uint8Array): Uint8Array {
  const { nodes, constants } = readGraph(model);
  const quantised = constants.find(({ name }) => name === QUANTISED_AXIS);
  if (!quantised) return model;
  const products = nodes.filter(
    ({ opType, inputs }) => opType === 'MatMulInteger' && inputs[1] === QUANTISED_AXIS,
  );
  const exact = products.map((product) => exactProduct(product, nodes));
  const replaced = new Map(exact.flatMap((node) => (node ? [[node.outputs[0] ?? '', node]] : [])));
  if (replaced.size < products.length) return model;
  const points = quantised.bytes.length;
  const values = Float32Array.from(
    { length: points },
    (_, index) => (2 * Math.PI * (index - points)) / SAMPLE_RATE,
  );
  return editGraph(model, { replaced, added: [{ name: AXIS, dims: [1, points], values }] });
}

/**
 * The nodes into which quantisation splits a product: input, product, cast and scaling. Null if it is not quantised.
 */
function exactProduct({ inputs, outputs }: OnnxNode, nodes: readonly OnnxNode[]): OnnxNode | null {
  const maker = nodes.find((node) => node.outputs[0] === inputs[0]);
  const cast = nodes.find((node) => node.inputs[0] === outputs[0]);
  const scaling = nodes.find((node) => node.inputs[0] === cast?.outputs[0]);
  const [frequencies] = maker?.inputs ?? [];
  const isKnown =
    maker?.opType === 'DynamicQuantizeLinear' && cast?.opType === 'Cast' && scaling?.opType === 'Mul';
  if (!isKnown || frequencies === undefined) return null;
  return { opType: 'MatMul', inputs: [frequencies, AXIS], outputs: scaling.outputs };
}
