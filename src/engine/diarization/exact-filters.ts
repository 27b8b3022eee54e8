import { SAMPLE_RATE } from '../audio/speech-window.ts';
import { editGraph, type OnnxNode, readGraph } from '../onnx/edit-graph.ts';

/** The time axis of the filters, as quantisers to 8 bits leave it. */
const QUANTISED_AXIS = 'sincnet.conv1d.0.filterbank.n__quantized';
const AXIS = 'exact_time_axis';

/**
 * The segmentation network with the filters of its first layer computed in floats. They are sincs (Ravanelli and Bengio,
 * "Speaker Recognition from Raw Waveform with SincNet", 2018), computed in the graph from cut-off frequencies and a time
 * axis, both of which quantisation to 8 bits takes for weights: a few hertz off, voices that are alike become one. What the
 * axis was is known: 2πn / 16 kHz for n from −125 to −1.
 *
 * @param model in ONNX format
 * @returns the model as it is where its axis is not quantised
 */
export function withExactFilters(model: Uint8Array): Uint8Array {
  try {
    return withExactAxis(model);
  } catch {
    // What cannot be read is no model: the runtime says so when it opens it.
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
  return editGraph(model, replaced, [{ name: AXIS, dims: [1, points], values }]);
}

/** What quantisation made four nodes of: quantised input, integer product, cast and scaling. Null where it is not so. */
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
