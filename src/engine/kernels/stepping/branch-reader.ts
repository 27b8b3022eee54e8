import { OtherGraphError } from '../graphs/other-graph-error.ts';
import { type Branch, type BranchNode, type StoredTensor, valuesOf } from '../graphs/read-branch.ts';

/** Operators that change neither numbers nor their order. */
const SHAPES: ReadonlySet<string> = new Set([
  'Reshape',
  'Transpose',
  'Squeeze',
  'Unsqueeze',
  'Identity',
  'Cast',
]);

/** Follows a graph backwards. What is not as it is expected throws OtherGraphError. */
export class BranchReader {
  readonly tensors: ReadonlyMap<string, StoredTensor>;
  readonly #producers: ReadonlyMap<string, BranchNode>;

  constructor({ nodes, tensors }: Branch) {
    this.tensors = tensors;
    this.#producers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])));
  }

  /** The node that computes a tensor; undefined if it is an input or stored. */
  producer(name: string): BranchNode | undefined {
    return this.#producers.get(name);
  }

  /** Whether a node changes neither numbers nor their order. */
  isShape({ opType }: BranchNode): boolean {
    return SHAPES.has(opType);
  }

  /** The node that computes the numbers of a tensor. */
  behindShapes(name: string): BranchNode | undefined {
    const node = this.producer(name);
    return node && this.isShape(node) ? this.behindShapes(node.inputs[0] ?? '') : node;
  }

  /** What a tensor is computed from by operators of shape alone. */
  original(name: string): string {
    const node = this.producer(name);
    return node && this.isShape(node) ? this.original(node.inputs[0] ?? '') : name;
  }

  /** The two inputs of a node, the stored one first if there is one. */
  storedFirst({ inputs: [a = '', b = ''] }: BranchNode): [stored: string, other: string] {
    return this.tensors.has(a) ? [a, b] : [b, a];
  }

  values(name: string): Float32Array {
    const tensor = this.tensors.get(name);
    const values = tensor && valuesOf(tensor);
    if (!values) throw new OtherGraphError('values');
    return values;
  }

  vector(name: string): Float32Array {
    const values = this.values(name);
    if (values.length < 2) throw new OtherGraphError('vector');
    return values;
  }

  /** The value of a tensor of one; null if it is something else. */
  number(name: string): number | null {
    const tensor = this.tensors.get(name);
    const values = tensor && tensor.bytes.length <= 8 ? valuesOf(tensor) : null;
    return values?.length === 1 ? (values[0] ?? null) : null;
  }
}
