import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { joinBytes } from '../../../lib/bytes/byte-source.ts';
import { type OnnxNode, readGraph } from './edit-graph.ts';
import {
  contentOf,
  DATA_TYPE,
  type Field,
  fieldsOf,
  GRAPH,
  MODEL,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  textOf,
  VALUE,
} from './onnx-fields.ts';

/** A field of a graph, with the name of the tensor or value that it is about; empty for nodes and the rest. */
interface NamedField extends Field {
  name: string;
}

/** A graph whose parts can be taken out of it. */
export class CuttableGraph {
  readonly nodes: readonly OnnxNode[];
  readonly #stored: ReadonlySet<string>;
  /** Fields of the model beside its graph. */
  readonly #others: readonly Uint8Array[];
  readonly #fields: readonly NamedField[];
  readonly #producers: ReadonlyMap<string, OnnxNode>;

  constructor(model: Uint8Array) {
    const { nodes, constants } = readGraph(model);
    this.nodes = nodes;
    this.#stored = new Set(constants.map(({ name }) => name));
    this.#producers = new Map(nodes.flatMap((node) => node.outputs.map((output) => [output, node])));
    this.#others = [...fieldsOf(model)]
      .filter(({ number }) => number !== MODEL.graph)
      .map(({ whole }) => whole);
    this.#fields = [...fieldsOf(contentOf(model, MODEL.graph))].map((field) => ({
      ...field,
      name: nameOf(field),
    }));
  }

  /** The node that computes a tensor; undefined if it is an input or stored. */
  producer(name: string): OnnxNode | undefined {
    return this.#producers.get(name);
  }

  /** The nodes that read a tensor. */
  readers(name: string): readonly OnnxNode[] {
    return this.nodes.filter(({ inputs }) => inputs.includes(name));
  }

  /**
   * The nodes that compute some outputs out of some inputs, with the other inputs that they take.
   *
   * @param endsAtShapes whether tensors of which only the shape is read are inputs, too
   */
  between(
    inputs: readonly string[],
    outputs: readonly string[],
    endsAtShapes: boolean,
  ): { nodes: ReadonlySet<OnnxNode>; others: ReadonlySet<string> } {
    const nodes = new Set<OnnxNode>();
    const others = new Set<string>();
    const open = [...outputs];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (inputs.includes(name) || this.#stored.has(name) || name === '') continue;
      const node = this.producer(name);
      if (!node) others.add(name);
      else if (!nodes.has(node)) {
        nodes.add(node);
        if (endsAtShapes && node.opType === 'Shape') for (const input of node.inputs) others.add(input);
        else open.push(...node.inputs);
      }
    }
    return { nodes, others };
  }

  /** A model that computes some tensors out of others. Those that the graph did not name are floats of any shape. */
  part(inputs: readonly string[], outputs: readonly string[], endsAtShapes = false): Uint8Array {
    const { nodes, others } = this.between(inputs, outputs, endsAtShapes);
    const used = new Set([...nodes].flatMap((node) => node.inputs));
    const values = this.#fields.filter(({ number }) => number === GRAPH.input || number === GRAPH.output);
    const known = new Set(values.map(({ name }) => name));
    let node = 0;
    const kept = this.#fields.filter(({ number, name }) => {
      if (number === GRAPH.node) {
        const given = this.nodes[node];
        node += 1;
        return given && nodes.has(given);
      }
      if (number === GRAPH.initializer) return used.has(name);
      if (number === GRAPH.input) return others.has(name);
      if (number === GRAPH.output) return outputs.includes(name);
      return number !== GRAPH.valueInfo;
    });
    const isNew = (name: string) => !known.has(name);
    const graph = [
      ...kept.map(({ whole }) => whole),
      ...[...new Set([...inputs, ...others])].filter(isNew).map((name) => floats(GRAPH.input, name)),
      ...outputs.filter(isNew).map((name) => floats(GRAPH.output, name)),
    ];
    const length = graph.reduce((sum, part) => sum + part.length, 0);
    const start = new BinaryWriter().tag(MODEL.graph, WireType.LengthDelimited).uint32(length);
    return joinBytes([...this.#others, start.finish(), ...graph]);
  }
}

function nameOf({ number, value }: Field): string {
  if (number === GRAPH.initializer) return textOf(value, TENSOR.name);
  return number === GRAPH.input || number === GRAPH.output ? textOf(value, VALUE.name) : '';
}

/** An input or output of floats. */
function floats(field: number, name: string): Uint8Array {
  const writer = new BinaryWriter().tag(field, WireType.LengthDelimited).fork();
  writer.tag(VALUE.name, WireType.LengthDelimited).string(name);
  writer.tag(VALUE.type, WireType.LengthDelimited).fork().tag(TYPE.tensor, WireType.LengthDelimited).fork();
  writer.tag(TENSOR_TYPE.elements, WireType.Varint).int32(DATA_TYPE.float);
  return writer.join().join().join().finish();
}
