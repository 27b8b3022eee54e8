import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { fromHalfFloats } from '../../onnx/half-float.ts';
import {
  ATTRIBUTE,
  contentOf,
  contentsOf,
  DATA_TYPE,
  GRAPH,
  MODEL,
  NODE,
  TENSOR,
  textOf,
  textsOf,
  VALUE,
} from './onnx-fields.ts';

/** A node of a branch. */
export interface BranchNode {
  opType: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Its attributes that are single floats. */
  floats: ReadonlyMap<string, number>;
}

/** A stored tensor. */
export interface StoredTensor {
  dims: readonly number[];
  /** ONNX's number for the type of its values. */
  type: number;
  /** Little-endian: a view of the model. */
  bytes: Uint8Array;
}

/** What a graph computes with: its nodes and stored tensors, by name. */
export interface Branch {
  /** What its node calls them → what they are called in it. */
  outputs: ReadonlyMap<string, string>;
  nodes: readonly BranchNode[];
  tensors: ReadonlyMap<string, StoredTensor>;
}

/** A branch of a model's `If` node (such as `then_branch`), with the tensors from outside it; null if there is none. */
export function readBranch(model: Uint8Array, name: string): Branch | null {
  const graph = contentOf(model, MODEL.graph);
  const tensors = tensorsOf(graph);
  for (const node of contentsOf(graph, GRAPH.node)) {
    const branch = attributesOf(node).get(name);
    if (branch) return branchOf(contentOf(branch, ATTRIBUTE.graph), tensors, textsOf(node, NODE.output));
  }
  return null;
}

function branchOf(
  graph: Uint8Array,
  outside: ReadonlyMap<string, StoredTensor>,
  outputs: readonly string[],
): Branch {
  const nodes: BranchNode[] = [];
  const tensors = new Map([...outside, ...tensorsOf(graph)]);
  for (const value of contentsOf(graph, GRAPH.node)) {
    const attributes = attributesOf(value);
    const node = {
      opType: textOf(value, NODE.opType),
      inputs: textsOf(value, NODE.input),
      outputs: textsOf(value, NODE.output),
      floats: new Map([...attributes].map(([name, attribute]) => [name, floatIn(attribute)])),
    };
    const constant = attributes.get('value');
    if (node.opType === 'Constant' && constant)
      tensors.set(node.outputs[0] ?? '', readTensor(contentOf(constant, ATTRIBUTE.tensor)).tensor);
    else nodes.push(node);
  }
  const names = contentsOf(graph, GRAPH.output).map((value) => textOf(value, VALUE.name));
  return { outputs: new Map(outputs.map((output, index) => [output, names[index] ?? ''])), nodes, tensors };
}

function attributesOf(node: Uint8Array): Map<string, Uint8Array> {
  const attributes = contentsOf(node, NODE.attribute);
  return new Map(attributes.map((value) => [textOf(value, ATTRIBUTE.name), value]));
}

/** 0 if the attribute is none. */
function floatIn(attribute: Uint8Array): number {
  const reader = new BinaryReader(attribute);
  let value = 0;
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === ATTRIBUTE.float && type === WireType.Bit32) value = reader.float();
    else reader.skip(type);
  }
  return value;
}

/** The stored tensors of a model's graph, by name. */
export const readTensors = (model: Uint8Array): ReadonlyMap<string, StoredTensor> =>
  tensorsOf(contentOf(model, MODEL.graph));

function tensorsOf(graph: Uint8Array): Map<string, StoredTensor> {
  const tensors = contentsOf(graph, GRAPH.initializer).map(readTensor);
  return new Map(tensors.map(({ name, tensor }) => [name, tensor]));
}

/** Values that are stored elsewhere, or as whole numbers of more than a byte, have no bytes. */
function readTensor(message: Uint8Array): { name: string; tensor: StoredTensor } {
  const reader = new BinaryReader(message);
  const dims: number[] = [];
  const integers: number[] = [];
  let name = '';
  let type = 0;
  let bytes: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (number === TENSOR.dims) dims.push(...numbersIn(reader, wire));
    else if (number === TENSOR.dataType) type = reader.int32();
    else if (number === TENSOR.name) name = reader.string();
    else if (number === TENSOR.rawData) bytes = reader.bytes();
    else if (number === TENSOR.floats && wire === WireType.LengthDelimited) bytes = reader.bytes();
    else if (number === TENSOR.integers) integers.push(...numbersIn(reader, wire));
    else reader.skip(wire);
  }
  const isOfBytes = type === DATA_TYPE.uint8 || type === DATA_TYPE.int8;
  const stored = bytes.length === 0 && isOfBytes ? Uint8Array.from(integers) : bytes;
  return { name, tensor: { dims, type, bytes: stored } };
}

/** Whole numbers, one or packed. */
function numbersIn(reader: BinaryReader, wire: WireType): number[] {
  if (wire === WireType.Varint) return [Number(reader.int64())];
  const numbers: number[] = [];
  const packed = new BinaryReader(reader.bytes());
  while (packed.pos < packed.len) numbers.push(Number(packed.int64()));
  return numbers;
}

/** A tensor's values; null if they are of another type, or are not there. */
export function valuesOf({ type, bytes, dims }: StoredTensor): Float32Array | null {
  const count = dims.reduce((product, size) => product * size, 1);
  const { buffer } = new Uint8Array(bytes);
  const readers: Record<number, () => Float32Array> = {
    [DATA_TYPE.float]: () => new Float32Array(buffer),
    [DATA_TYPE.uint8]: () => Float32Array.from(new Uint8Array(buffer)),
    [DATA_TYPE.int8]: () => Float32Array.from(new Int8Array(buffer)),
    [DATA_TYPE.int32]: () => Float32Array.from(new Int32Array(buffer)),
    [DATA_TYPE.half]: () => fromHalfFloats(new Uint16Array(buffer)),
  };
  const values = readers[type]?.();
  return values?.length === count ? values : null;
}
