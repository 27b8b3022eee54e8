import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { type Field, fieldsOf, type OnnxNode, readGraph } from './edit-graph.ts';

/** Field numbers (github.com/onnx/onnx, onnx/onnx.proto). */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 };
const VALUE = { name: 1, type: 2 };
const TYPE = { tensor: 1 };
const TENSOR_TYPE = { type: 1 };
const TENSOR = { name: 8 };
const FLOAT = 1;

/** A graph whose parts can be taken out of it. */
export class CuttableGraph {
  readonly nodes: readonly OnnxNode[];
  /** Names of stored tensors. */
  readonly stored: ReadonlySet<string>;
  readonly #model: Uint8Array;
  readonly #producers = new Map<string, number>();

  constructor(model: Uint8Array) {
    const { nodes, constants } = readGraph(model);
    this.nodes = nodes;
    this.stored = new Set(constants.map(({ name }) => name));
    this.#model = model;
    for (const [index, { outputs }] of nodes.entries())
      for (const output of outputs) this.#producers.set(output, index);
  }

  /** The node that computes a tensor; undefined if it is an input or stored. */
  producer(name: string): OnnxNode | undefined {
    const index = this.#producers.get(name);
    return index === undefined ? undefined : this.nodes[index];
  }

  /** The nodes that read a tensor. */
  readers(name: string): readonly OnnxNode[] {
    return this.nodes.filter(({ inputs }) => inputs.includes(name));
  }

  /** What is computed for some outputs out of some inputs, by index, and which other inputs of the graph it takes. */
  #between(
    inputs: ReadonlySet<string>,
    outputs: readonly string[],
    endsAtShapes: boolean,
  ): { nodes: Set<number>; others: Set<string> } {
    const nodes = new Set<number>();
    const others = new Set<string>();
    const open = [...outputs];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (inputs.has(name) || this.stored.has(name) || name === '') continue;
      const index = this.#producers.get(name);
      if (index === undefined) others.add(name);
      else if (!nodes.has(index)) {
        nodes.add(index);
        const { inputs: read = [], opType } = this.nodes[index] ?? {};
        if (endsAtShapes && opType === 'Shape') for (const input of read) others.add(input);
        else open.push(...read);
      }
    }
    return { nodes, others };
  }

  /** How many nodes a part has that ends at shapes. */
  count(inputs: readonly string[], outputs: readonly string[]): number {
    return this.#between(new Set(inputs), outputs, true).nodes.size;
  }

  /**
   * A model that computes some tensors out of others. Inputs and outputs that the graph did not have are floats of any shape.
   *
   * @param inputs those of the graph need not be named
   * @param endsAtShapes whether tensors of which only the shape is read become inputs too
   */
  part(inputs: readonly string[], outputs: readonly string[], endsAtShapes = false): Uint8Array {
    const { nodes, others } = this.#between(new Set(inputs), outputs, endsAtShapes);
    const used = new Set([...nodes].flatMap((index) => this.nodes[index]?.inputs ?? []));
    const parts: Uint8Array[] = [];
    for (const field of fieldsOf(this.#model)) {
      if (field.number !== MODEL.graph) {
        parts.push(field.whole);
        continue;
      }
      const graph = [...this.#kept(field.value, nodes, used, others, outputs)];
      const isThere = (name: string) => this.#values(field.value).has(name);
      for (const name of new Set([...inputs, ...others]))
        if (!isThere(name)) graph.push(floats(GRAPH.input, name));
      for (const name of outputs) if (!isThere(name)) graph.push(floats(GRAPH.output, name));
      const length = graph.reduce((sum, part) => sum + part.length, 0);
      const start = new BinaryWriter().tag(MODEL.graph, WireType.LengthDelimited).uint32(length);
      parts.push(start.finish(), ...graph);
    }
    return joinBytes(parts);
  }

  /** Names of the graph's own inputs and outputs. */
  #values(graph: Uint8Array): Set<string> {
    const values = [...fieldsOf(graph)].filter(
      ({ number }) => number === GRAPH.input || number === GRAPH.output,
    );
    return new Set(values.map(({ value }) => nameIn(value, VALUE.name)));
  }

  *#kept(
    graph: Uint8Array,
    nodes: ReadonlySet<number>,
    used: ReadonlySet<string>,
    inputs: ReadonlySet<string>,
    outputs: readonly string[],
  ): Generator<Uint8Array> {
    let node = 0;
    for (const field of fieldsOf(graph)) {
      if (field.number === GRAPH.node) {
        if (nodes.has(node)) yield field.whole;
        node += 1;
      } else if (isKept(field, used, inputs, outputs)) yield field.whole;
    }
  }
}

function isKept(
  { number, value }: Field,
  used: ReadonlySet<string>,
  inputs: ReadonlySet<string>,
  outputs: readonly string[],
): boolean {
  if (number === GRAPH.initializer) return used.has(nameIn(value, TENSOR.name));
  if (number === GRAPH.input) return inputs.has(nameIn(value, VALUE.name));
  if (number === GRAPH.output) return outputs.includes(nameIn(value, VALUE.name));
  return number !== GRAPH.valueInfo;
}

function nameIn(message: Uint8Array, field: number): string {
  const name = [...fieldsOf(message)].find(({ number }) => number === field)?.value;
  return new TextDecoder().decode(name);
}

/** An input or output of floats. */
function floats(field: number, name: string): Uint8Array {
  const writer = new BinaryWriter().tag(field, WireType.LengthDelimited).fork();
  writer.tag(VALUE.name, WireType.LengthDelimited).string(name);
  writer.tag(VALUE.type, WireType.LengthDelimited).fork().tag(TYPE.tensor, WireType.LengthDelimited).fork();
  writer.tag(TENSOR_TYPE.type, WireType.Varint).int32(FLOAT);
  return writer.join().join().join().finish();
}
