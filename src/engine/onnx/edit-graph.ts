import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

export interface OnnxNode {
  opType: string;
  inputs: readonly string[];
  outputs: readonly string[];
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

/** Field numbers (github.com/onnx/onnx, onnx/onnx.proto). */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, output: 2, opType: 4 };
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 };
const FLOAT = 1;

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

/**
 * A model with some nodes replaced and some weights added; everything else stays byte-identical.
 *
 * @param replaced new nodes by the first output of the node each one replaces
 */
export function editGraph(
  model: Uint8Array,
  replaced: ReadonlyMap<string, OnnxNode>,
  added: readonly FloatConstant[],
): Uint8Array {
  const edited = new BinaryWriter();
  for (const field of fieldsOf(model)) {
    if (field.number !== MODEL.graph) {
      edited.raw(field.whole);
      continue;
    }
    edited.tag(MODEL.graph, WireType.LengthDelimited).fork();
    for (const part of fieldsOf(field.value)) {
      const [output = ''] = part.number === GRAPH.node ? readNode(part.value).outputs : [];
      const node = replaced.get(output);
      if (node) writeNode(edited.tag(GRAPH.node, WireType.LengthDelimited).fork(), node).join();
      else edited.raw(part.whole);
    }
    for (const constant of added) {
      writeConstant(edited.tag(GRAPH.initializer, WireType.LengthDelimited).fork(), constant).join();
    }
    edited.join();
  }
  return edited.finish();
}

/** One field of a message. */
interface Field {
  number: number;
  /** With its tag and length. */
  whole: Uint8Array;
  /** Empty if it is a number. */
  value: Uint8Array;
}

function* fieldsOf(message: Uint8Array): Generator<Field> {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, type] = reader.tag();
    let value = new Uint8Array();
    if (type === WireType.LengthDelimited) value = new Uint8Array(reader.bytes());
    else reader.skip(type);
    yield { number, value, whole: message.subarray(start, reader.pos) };
  }
}

const text = (value: Uint8Array) => new TextDecoder().decode(value);

function readNode(message: Uint8Array): OnnxNode {
  const fields = [...fieldsOf(message)];
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map(({ value }) => text(value));
  return { opType: texts(NODE.opType)[0] ?? '', inputs: texts(NODE.input), outputs: texts(NODE.output) };
}

function readConstant(message: Uint8Array): OnnxConstant {
  const fields = [...fieldsOf(message)];
  const value = (wanted: number) => fields.find(({ number }) => number === wanted)?.value ?? new Uint8Array();
  return { name: text(value(TENSOR.name)), bytes: value(TENSOR.rawData) };
}

function writeNode(writer: BinaryWriter, { opType, inputs, outputs }: OnnxNode): BinaryWriter {
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  for (const output of outputs) writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  return writer.tag(NODE.opType, WireType.LengthDelimited).string(opType);
}

function writeConstant(writer: BinaryWriter, { name, dims, values }: FloatConstant): BinaryWriter {
  for (const size of dims) writer.tag(TENSOR.dims, WireType.Varint).int64(size);
  writer.tag(TENSOR.dataType, WireType.Varint).int32(FLOAT);
  writer.tag(TENSOR.name, WireType.LengthDelimited).string(name);
  // WebAssembly's platforms are little-endian.
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return writer.tag(TENSOR.rawData, WireType.LengthDelimited).bytes(bytes);
}
