import { editGraph, type OnnxNode, readGraph } from './edit-graph.ts';
import { DATA_TYPE } from './onnx-fields.ts';
import { readTensors, type StoredTensor, valuesOf } from './read-branch.ts';

/**
 * A graph whose products of bytes (`MatMulInteger`) are of floats, with the same weights unpacked: the runtime has no products of bytes on
 * GPUs, where each would go to the CPU and back.
 *
 * @param model in ONNX format, with its weights inside
 * @returns null if nothing in it can be replaced
 */
export function withFloatProducts(model: Uint8Array): Uint8Array | null {
  const { nodes } = readGraph(model);
  const tensors = readTensors(model);
  const producers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)));
  const usersOf = (name: string) => nodes.filter(({ inputs }) => inputs.includes(name));
  const replaced = new Map<string, OnnxNode | readonly OnnxNode[]>();
  const added = new Map<string, { name: string; dims: readonly number[]; values: Float32Array }>();
  const unused = new Set<string>();
  for (const node of nodes) {
    if (node.opType !== 'MatMulInteger') continue;
    const [values = '', weight = '', , zero = ''] = node.inputs;
    const bytes = producers.get(values);
    const [cast] = usersOf(node.outputs[0] ?? '');
    const [product] = usersOf(cast?.outputs[0] ?? '');
    const scale = producers.get(product?.inputs.find((input) => input !== cast?.outputs[0]) ?? '');
    const stored = scale?.inputs.find((input) => tensors.has(input)) ?? '';
    if (bytes?.opType !== 'DynamicQuantizeLinear' || !cast || product?.opType !== 'Mul' || !scale)
      return null;
    const floats = unpacked(tensors.get(weight), tensors.get(zero), tensors.get(stored));
    if (!floats) return null;
    const name = `${weight}.floats`;
    for (const constant of [weight, zero, stored]) unused.add(constant);
    added.set(weight, { name, ...floats });
    replaced.set(product.outputs[0] ?? '', {
      opType: 'MatMul',
      inputs: [bytes.inputs[0] ?? '', name],
      outputs: product.outputs,
    });
    for (const { outputs } of [node, cast, scale, bytes]) replaced.set(outputs[0] ?? '', []);
  }
  if (added.size === 0) return null;
  const others = nodes.filter(({ outputs }) => !replaced.has(outputs[0] ?? ''));
  const used = new Set(others.flatMap(({ inputs }) => inputs));
  const removed = new Set([...unused].filter((name) => !used.has(name)));
  return editGraph(model, { replaced, added: [...added.values()], removed });
}

/** Null for tensors that are not there, or of other types. */
function unpacked(
  weight: StoredTensor | undefined,
  zero: StoredTensor | undefined,
  scale: StoredTensor | undefined,
): { dims: readonly number[]; values: Float32Array } | null {
  const isOfBytes = weight?.type === DATA_TYPE.uint8 || weight?.type === DATA_TYPE.int8;
  const values = weight && isOfBytes ? valuesOf(weight) : null;
  const scales = scale && valuesOf(scale);
  const zeros = zero ? valuesOf(zero) : new Float32Array(1);
  const columns = weight?.dims.at(-1) ?? 0;
  if (!weight || !values || !scales || !zeros) return null;
  if (![1, columns].includes(scales.length) || ![1, columns].includes(zeros.length)) return null;
  const at = (all: Float32Array, column: number) => all[all.length === 1 ? 0 : column] ?? 0;
  for (const [index, value] of values.entries()) {
    const column = index % columns;
    values[index] = (value - at(zeros, column)) * at(scales, column);
  }
  return { dims: weight.dims, values };
}
