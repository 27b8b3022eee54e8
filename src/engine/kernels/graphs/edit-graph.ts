import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { joinBytes } from '../../../lib/bytes/byte-source.ts';
import {
  ATTRIBUTE,
  contentOf,
  DATA_TYPE,
  DIMENSION,
  type Field,
  fieldsOf,
  GRAPH,
  MODEL,
  NODE,
  SHAPE,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  textOf,
  textsOf,
  VALUE,
} from './onnx-fields.ts';

export interface OnnxNode {
  opType: string;
  /** Domain of the operator, if it is none of ONNX's own. */
  domain?: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Its attributes that are whole numbers; they are read, not written. */
  integers?: ReadonlyMap<string, number>;
  /** All that it has beside its operator, inputs and outputs, as it was read. */
  rest?: readonly Uint8Array[];
}

/** A stored weight. */
export interface OnnxConstant {
  name: string;
  /** Little-endian; empty if the values are stored in another field. */
  bytes: Uint8Array;
}

/** A float weight. */
interface FloatConstant {
  name: string;
  dims: readonly number[];
  values: Float32Array;
}

/** A weight of whole numbers: of 64 bits, as graphs use for shapes, or of 8. */
interface IntegerConstant {
  name: string;
  dims: readonly number[];
  values: BigInt64Array | Int8Array;
}

/** The nodes and weights of a model in ONNX format. */
export function readGraph(model: Uint8Array): { nodes: OnnxNode[]; constants: OnnxConstant[] } {
  const nodes: OnnxNode[] = [];
  const constants: OnnxConstant[] = [];
  for (const graph of fieldsOf(model)) {
    if (graph.number !== MODEL.graph) continue;
    for (const { number, value } of fieldsOf(graph.value)) {
      if (number === GRAPH.node) nodes.push(readNode(value));
      if (number === GRAPH.initializer) constants.push(readConstant(value));
    }
  }
  return { nodes, constants };
}

interface GraphEdits {
  /** New nodes, in order, by the first output of the node that they replace. */
  replaced: ReadonlyMap<string, OnnxNode | readonly OnnxNode[]>;
  added: readonly (FloatConstant | IntegerConstant)[];
  /** Dimensions that may have any size from now on, by input or output; the graph's shapes in between are dropped. */
  freed?: ReadonlyMap<string, number> | undefined;
  /** Weights that no node needs any more. */
  removed?: ReadonlySet<string> | undefined;
}

/** A model with some nodes replaced and some weights added; everything else remains byte-identical. */
export function editGraph(
  model: Uint8Array,
  { replaced, added, freed = new Map(), removed = new Set() }: GraphEdits,
): Uint8Array {
  // Views of the model, joined once: a writer would copy the weights each time that it grows.
  const edited: Uint8Array[] = [];
  for (const field of fieldsOf(model)) {
    if (field.number !== MODEL.graph) {
      edited.push(field.whole);
      continue;
    }
    const isRemoved = ({ number, value }: Field) =>
      number === GRAPH.initializer && removed.size > 0 && removed.has(readConstant(value).name);
    const parts = [...fieldsOf(field.value)]
      .filter((part) => !isRemoved(part))
      .map((part) => editedPart(part, replaced, freed));
    for (const constant of added) parts.push(...constantParts(constant));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const start = new BinaryWriter().tag(MODEL.graph, WireType.LengthDelimited).uint32(length);
    edited.push(start.finish(), ...parts);
  }
  return joinBytes(edited);
}

/** A part of the graph as it is, or the bytes that take its place. */
function editedPart(
  part: Field,
  replaced: ReadonlyMap<string, OnnxNode | readonly OnnxNode[]>,
  freed: ReadonlyMap<string, number>,
): Uint8Array {
  const writer = new BinaryWriter();
  if (part.number === GRAPH.valueInfo && freed.size > 0) return writer.finish();
  if (part.number === GRAPH.input || part.number === GRAPH.output) {
    writeValue(writer, part, freed);
    return writer.finish();
  }
  const [output = ''] = part.number === GRAPH.node ? readNode(part.value).outputs : [];
  const nodes = replaced.get(output);
  if (!nodes) return part.whole;
  for (const node of [nodes].flat()) {
    writeNode(writer.tag(GRAPH.node, WireType.LengthDelimited).fork(), node).join();
  }
  return writer.finish();
}

function readNode(message: Uint8Array): OnnxNode {
  const fields = [...fieldsOf(message)];
  const domain = textOf(message, NODE.domain);
  const known: readonly number[] = [NODE.input, NODE.output, NODE.opType];
  const rest = fields.filter(({ number }) => !known.includes(number)).map(({ whole }) => whole);
  const integers = new Map(
    fields.filter(({ number }) => number === NODE.attribute).map(({ value }) => readInteger(value)),
  );
  return {
    opType: textOf(message, NODE.opType),
    ...(domain !== '' && { domain }),
    inputs: textsOf(message, NODE.input),
    outputs: textsOf(message, NODE.output),
    ...(integers.size > 0 && { integers }),
    ...(rest.length > 0 && { rest }),
  };
}

/** An attribute's name, and its value if that is a whole number; 0 otherwise, and where it is left out for being 0. */
function readInteger(message: Uint8Array): [name: string, value: number] {
  const reader = new BinaryReader(message);
  let name = '';
  let value = 0;
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === ATTRIBUTE.name) name = reader.string();
    else if (number === ATTRIBUTE.integer) value = Number(reader.int64());
    else reader.skip(type);
  }
  return [name, value];
}

const readConstant = (message: Uint8Array): OnnxConstant => ({
  name: textOf(message, TENSOR.name),
  bytes: contentOf(message, TENSOR.rawData),
});

/** An input or output, with its freed dimension, if any. */
function writeValue(writer: BinaryWriter, field: Field, freed: ReadonlyMap<string, number>): void {
  const dimension = freed.get(textOf(field.value, VALUE.name));
  if (dimension === undefined) {
    writer.raw(field.whole);
    return;
  }
  writeInside(writer, field, [VALUE.type, TYPE.tensor, TENSOR_TYPE.shape], (shape) => {
    for (const [index, part] of [...fieldsOf(shape.value)].entries()) {
      if (index !== dimension) writer.raw(part.whole);
      else writer.tag(SHAPE.dimension, WireType.LengthDelimited).fork().raw(anySize(index)).join();
    }
  });
}

const anySize = (index: number): Uint8Array =>
  new BinaryWriter().tag(DIMENSION.name, WireType.LengthDelimited).string(`any_size_${index}`).finish();

/** Writes a message with the content of one of its parts, at the end of a path of field numbers, written anew. */
function writeInside(
  writer: BinaryWriter,
  field: Field,
  [next, ...rest]: readonly number[],
  write: (field: Field) => void,
): void {
  writer.tag(field.number, WireType.LengthDelimited).fork();
  if (next === undefined) write(field);
  else {
    for (const part of fieldsOf(field.value)) {
      if (part.number === next) writeInside(writer, part, rest, write);
      else writer.raw(part.whole);
    }
  }
  writer.join();
}

function writeNode(writer: BinaryWriter, { opType, domain, inputs, outputs, rest }: OnnxNode): BinaryWriter {
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  for (const output of outputs) writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  writer.tag(NODE.opType, WireType.LengthDelimited).string(opType);
  // The operator's domain is among the rest of a node that was read.
  for (const field of rest ?? []) writer.raw(field);
  return domain === undefined || rest
    ? writer
    : writer.tag(NODE.domain, WireType.LengthDelimited).string(domain);
}

/** A weight as a part of the graph: its head, and its values, which are not copied. */
function constantParts({ name, dims, values }: FloatConstant | IntegerConstant): Uint8Array[] {
  const head = new BinaryWriter();
  for (const size of dims) head.tag(TENSOR.dims, WireType.Varint).int64(size);
  head.tag(TENSOR.dataType, WireType.Varint).int32(typeOf(values));
  head.tag(TENSOR.name, WireType.LengthDelimited).string(name);
  // WebAssembly's platforms are little-endian.
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  head.tag(TENSOR.rawData, WireType.LengthDelimited).uint32(bytes.length);
  const fields = head.finish();
  const start = new BinaryWriter().tag(GRAPH.initializer, WireType.LengthDelimited);
  start.uint32(fields.length + bytes.length);
  return [start.finish(), fields, bytes];
}

const typeOf = (values: Float32Array | BigInt64Array | Int8Array): number => {
  if (values instanceof Float32Array) return DATA_TYPE.float;
  return values instanceof Int8Array ? DATA_TYPE.int8 : DATA_TYPE.int64;
};
