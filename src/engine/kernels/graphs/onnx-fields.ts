import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Field numbers of the messages of a model (github.com/onnx/onnx, onnx/onnx.proto). */
export const MODEL = { format: 1, graph: 7, operators: 8 };
export const OPERATORS = { domain: 1, version: 2 };
export const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13 };
export const NODE = { input: 1, output: 2, opType: 4, attribute: 5, domain: 7 };
export const ATTRIBUTE = {
  name: 1,
  float: 2,
  integer: 3,
  text: 4,
  tensor: 5,
  graph: 6,
  integers: 8,
  type: 20,
};
export const TENSOR = { dims: 1, dataType: 2, floats: 4, integers: 5, name: 8, rawData: 9 };
export const VALUE = { name: 1, type: 2 };
export const TYPE = { tensor: 1 };
export const TENSOR_TYPE = { elements: 1, shape: 2 };
export const SHAPE = { dimension: 1 };
export const DIMENSION = { size: 1, name: 2 };

/** Numbers of the types that values can have. */
export const DATA_TYPE = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, half: 10 };

/** One field of a protobuf message, as views of it. */
export interface Field {
  number: number;
  /** The field with its tag and length. */
  whole: Uint8Array;
  /** Empty if it is a number. */
  value: Uint8Array;
}

/** The fields of a protobuf message, in order. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, type] = reader.tag();
    let value: Uint8Array = new Uint8Array();
    if (type === WireType.LengthDelimited) value = reader.bytes();
    else reader.skip(type);
    yield { number, value, whole: message.subarray(start, reader.pos) };
  }
}

/** The contents of all fields with a number. */
export const contentsOf = (message: Uint8Array, wanted: number): Uint8Array[] =>
  [...fieldsOf(message)].filter(({ number }) => number === wanted).map(({ value }) => value);

/** The content of a field that is there once; empty if it is not. */
export const contentOf = (message: Uint8Array, wanted: number): Uint8Array =>
  contentsOf(message, wanted)[0] ?? new Uint8Array();

export const textsOf = (message: Uint8Array, wanted: number): string[] =>
  contentsOf(message, wanted).map((value) => new TextDecoder().decode(value));

/** The text of a field that is there once; empty if it is not. */
export const textOf = (message: Uint8Array, wanted: number): string => textsOf(message, wanted)[0] ?? '';
