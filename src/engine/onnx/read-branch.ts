import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { fieldsOf } from './edit-graph.ts';
import { fromHalfFloats } from './half-float.ts';

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

/** Field numbers (github.com/onnx/onnx, onnx/onnx.proto). */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, tensor: 5, output: 12 };
const VALUE = { name: 1 };
const NODE = { input: 1, output: 2, opType: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, float: 2, tensor: 5, graph: 6 };
const TENSOR = { dims: 1, type: 2, floats: 4, integers: 5, name: 8, raw: 9 };

export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
const INT32 = 6;
const HALF = 10;

const text = (value: Uint8Array): string => new TextDecoder().decode(value);

/**
 * A branch of a model's `If` node, with the tensors that it finds outside of it.
 *
 * @param name of the node's attribute, such as `then_branch`
 * @returns null if there is none
 */
export function readBranch(model: Uint8Array, name: string): Branch | null {
  const graph = bytesIn(model, MODEL.graph);
  if (!graph) return null;
  const tensors = tensorsOf(graph);
  for (const { number, value } of fieldsOf(graph)) {
    if (number !== GRAPH.node) continue;
    const branch = attributesOf(value).get(name);
    const inner = branch && bytesIn(branch, ATTRIBUTE.graph);
    if (inner) return branchOf(inner, tensors, textsIn(value, NODE.output));
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
  for (const { number, value } of fieldsOf(graph)) {
    if (number !== GRAPH.node) continue;
    const attributes = attributesOf(value);
    const node = {
      opType: textsIn(value, NODE.opType)[0] ?? '',
      inputs: textsIn(value, NODE.input),
      outputs: textsIn(value, NODE.output),
      floats: new Map([...attributes].map(([name, attribute]) => [name, floatIn(attribute)])),
    };
    const constant = attributes.get('value');
    const stored = node.opType === 'Constant' && constant && bytesIn(constant, ATTRIBUTE.tensor);
    if (stored) tensors.set(node.outputs[0] ?? '', readTensor(stored).tensor);
    else nodes.push(node);
  }
  const given = [...fieldsOf(graph)].filter(({ number }) => number === GRAPH.output);
  const names = given.map(({ value }) => text(bytesIn(value, VALUE.name) ?? new Uint8Array()));
  return { outputs: new Map(outputs.map((output, index) => [output, names[index] ?? ''])), nodes, tensors };
}

function attributesOf(node: Uint8Array): Map<string, Uint8Array> {
  const attributes = [...fieldsOf(node)].filter(({ number }) => number === NODE.attribute);
  return new Map(
    attributes.map(({ value }) => [text(bytesIn(value, ATTRIBUTE.name) ?? new Uint8Array()), value]),
  );
}

const textsIn = (message: Uint8Array, wanted: number): string[] =>
  [...fieldsOf(message)].filter(({ number }) => number === wanted).map(({ value }) => text(value));

/** The last field with a number, as of a field that may be there once; undefined if there is none. */
function bytesIn(message: Uint8Array, wanted: number): Uint8Array | undefined {
  return [...fieldsOf(message)].findLast(({ number }) => number === wanted)?.value;
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

function tensorsOf(graph: Uint8Array): Map<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>();
  for (const { number, value } of fieldsOf(graph)) {
    if (number !== GRAPH.tensor) continue;
    const { name, tensor } = readTensor(value);
    tensors.set(name, tensor);
  }
  return tensors;
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
    else if (number === TENSOR.type) type = reader.int32();
    else if (number === TENSOR.name) name = reader.string();
    else if (number === TENSOR.raw) bytes = reader.bytes();
    else if (number === TENSOR.floats && wire === WireType.LengthDelimited) bytes = reader.bytes();
    else if (number === TENSOR.integers) integers.push(...numbersIn(reader, wire));
    else reader.skip(wire);
  }
  const isOfBytes = type === UINT8 || type === INT8;
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
    [FLOAT]: () => new Float32Array(buffer),
    [UINT8]: () => Float32Array.from(new Uint8Array(buffer)),
    [INT8]: () => Float32Array.from(new Int8Array(buffer)),
    [INT32]: () => Float32Array.from(new Int32Array(buffer)),
    [HALF]: () => fromHalfFloats(new Uint16Array(buffer)),
  };
  const values = readers[type]?.();
  return values?.length === count ? values : null;
}
