import { DATA_TYPE } from '../graphs/onnx-fields.ts';
import { OtherGraphError } from '../graphs/other-graph-error.ts';
import type { BranchReader } from './branch-reader.ts';
import type { ByteMatrix } from './decoder-layout.ts';
import { type FoundProduct, filled, times } from './found-product.ts';

/** Reads products of bytes backwards. */
export class ProductReader {
  readonly #graph: BranchReader;

  constructor(graph: BranchReader) {
    this.#graph = graph;
  }

  /** A product of bytes, with what is added to it and by what it is multiplied; null if a tensor is something else. */
  read(name: string): FoundProduct | null {
    const node = this.#graph.producer(name);
    if (!node) return null;
    if (this.#graph.isShape(node)) return this.read(node.inputs[0] ?? '');
    if (node.opType !== 'Add' && node.opType !== 'Mul') return null;
    const [a = '', b = ''] = node.inputs;
    const [stored, other] = this.#graph.storedFirst(node);
    if (!this.#graph.tensors.has(stored))
      return node.opType === 'Mul' ? (this.#unscaled(a, b) ?? this.#unscaled(b, a)) : null;
    const inner = this.read(other);
    if (!inner) return null;
    if (node.opType === 'Mul') {
      const by = this.#graph.number(stored);
      return by === null ? null : times(inner, by);
    }
    if (inner.bias) return null;
    return { ...inner, bias: this.#graph.vector(stored) };
  }

  /** Whole numbers that are multiplied by their scales: of what is multiplied, and of the weights. */
  #unscaled(whole: string, scales: string): FoundProduct | null {
    const cast = this.#graph.producer(whole);
    const product = cast?.opType === 'Cast' ? this.#graph.producer(cast.inputs[0] ?? '') : undefined;
    const scale = this.#graph.producer(scales);
    if (product?.opType !== 'MatMulInteger' || scale?.opType !== 'Mul') return null;
    const [values = '', weights = '', , zero = ''] = product.inputs;
    const bytes = this.#graph.producer(values);
    if (bytes?.opType !== 'DynamicQuantizeLinear') return null;
    const [stored, given] = this.#graph.storedFirst(scale);
    if (given !== bytes.outputs[1] || product.inputs[2] !== bytes.outputs[2]) return null;
    const matrix = this.#matrix(weights);
    const { columns } = matrix;
    const zeros = zero === '' ? new Float32Array(1) : this.#graph.values(zero);
    return {
      from: bytes.inputs[0] ?? '',
      weights: matrix,
      scales: filled(this.#graph.values(stored), columns),
      zeros: filled(zeros, columns),
      bias: null,
    };
  }

  #matrix(name: string): ByteMatrix {
    const node = this.#graph.producer(name);
    const transposed = node?.opType === 'Transpose';
    const source = transposed ? (node.inputs[0] ?? '') : name;
    const tensor = this.#graph.tensors.get(source);
    const [first = 0, second = 0, ...more] = tensor?.dims ?? [];
    const isOfBytes = tensor?.type === DATA_TYPE.uint8 || tensor?.type === DATA_TYPE.int8;
    if (!tensor || !isOfBytes || more.length > 0 || tensor.bytes.length !== first * second)
      throw new OtherGraphError('weights');
    const [rows, columns] = transposed ? [second, first] : [first, second];
    return {
      name: source,
      rows,
      columns,
      signed: tensor.type === DATA_TYPE.int8,
      bytes: tensor.bytes,
      transposed,
    };
  }
}
