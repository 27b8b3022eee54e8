import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  ATTRIBUTE,
  DATA_TYPE,
  DIMENSION,
  GRAPH,
  MODEL,
  NODE,
  OPERATORS,
  SHAPE,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  VALUE,
} from './onnx-fields.ts';

/** A node with the attributes of its operator: a number, numbers or a word each. */
export interface NewNode {
  opType: string;
  /** Domain of an operator that is none of ONNX's own. */
  domain?: string;
  /** An optional input that is left out has no name. */
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, number | readonly number[] | string>>;
}

/** An input or output of floats; a dimension with a name may have any size. */
export interface NewValue {
  name: string;
  dims: readonly (number | string)[];
}

export interface NewWeight {
  name: string;
  type: 'float32' | 'uint8' | 'int64';
  dims: readonly number[];
  /** Little-endian. */
  bytes: Uint8Array;
}

export interface NewGraph {
  /** Version of the standard operators. */
  operators: number;
  nodes: readonly NewNode[];
  inputs: readonly NewValue[];
  outputs: readonly NewValue[];
  weights: readonly NewWeight[];
}

const FORMAT_VERSION = 8;
/** Numbers of the types that attributes can have. */
const ATTRIBUTE_TYPE = { integer: 2, text: 3, integers: 7 };
const TYPES = { float32: DATA_TYPE.float, uint8: DATA_TYPE.uint8, int64: DATA_TYPE.int64 };

/** A model in ONNX format. */
export function buildGraph({ operators, nodes, inputs, outputs, weights }: NewGraph): Uint8Array {
  const model = new BinaryWriter();
  model.tag(MODEL.format, WireType.Varint).int64(FORMAT_VERSION);
  inside(model, MODEL.operators, (set) => set.tag(OPERATORS.version, WireType.Varint).int64(operators));
  for (const domain of new Set(nodes.flatMap((node) => node.domain ?? []))) {
    inside(model, MODEL.operators, (set) =>
      set
        .tag(OPERATORS.domain, WireType.LengthDelimited)
        .string(domain)
        .tag(OPERATORS.version, WireType.Varint)
        .int64(1),
    );
  }
  inside(model, MODEL.graph, (graph) => {
    for (const node of nodes) inside(graph, GRAPH.node, (writer) => writeNode(writer, node));
    graph.tag(GRAPH.name, WireType.LengthDelimited).string('graph');
    for (const weight of weights) inside(graph, GRAPH.initializer, (writer) => writeWeight(writer, weight));
    for (const value of inputs) inside(graph, GRAPH.input, (writer) => writeValue(writer, value));
    for (const value of outputs) inside(graph, GRAPH.output, (writer) => writeValue(writer, value));
  });
  return model.finish();
}

function inside(writer: BinaryWriter, field: number, write: (writer: BinaryWriter) => void): void {
  write(writer.tag(field, WireType.LengthDelimited).fork());
  writer.join();
}

function writeNode(
  writer: BinaryWriter,
  { opType, domain, inputs, outputs, attributes = {} }: NewNode,
): void {
  for (const input of inputs) writer.tag(NODE.input, WireType.LengthDelimited).string(input);
  for (const output of outputs) writer.tag(NODE.output, WireType.LengthDelimited).string(output);
  writer.tag(NODE.opType, WireType.LengthDelimited).string(opType);
  if (domain !== undefined) writer.tag(NODE.domain, WireType.LengthDelimited).string(domain);
  for (const [name, value] of Object.entries(attributes)) {
    inside(writer, NODE.attribute, (attribute) => {
      attribute.tag(ATTRIBUTE.name, WireType.LengthDelimited).string(name);
      writeAttribute(attribute, value);
    });
  }
}

function writeAttribute(writer: BinaryWriter, value: number | readonly number[] | string): void {
  const type = (code: number) => writer.tag(ATTRIBUTE.type, WireType.Varint).int32(code);
  if (typeof value === 'number') {
    writer.tag(ATTRIBUTE.integer, WireType.Varint).int64(value);
    type(ATTRIBUTE_TYPE.integer);
  } else if (typeof value === 'string') {
    writer.tag(ATTRIBUTE.text, WireType.LengthDelimited).string(value);
    type(ATTRIBUTE_TYPE.text);
  } else {
    for (const one of value) writer.tag(ATTRIBUTE.integers, WireType.Varint).int64(one);
    type(ATTRIBUTE_TYPE.integers);
  }
}

function writeWeight(writer: BinaryWriter, { name, type, dims, bytes }: NewWeight): void {
  for (const size of dims) writer.tag(TENSOR.dims, WireType.Varint).int64(size);
  writer.tag(TENSOR.dataType, WireType.Varint).int32(TYPES[type]);
  writer.tag(TENSOR.name, WireType.LengthDelimited).string(name);
  writer.tag(TENSOR.rawData, WireType.LengthDelimited).bytes(bytes);
}

function writeValue(writer: BinaryWriter, { name, dims }: NewValue): void {
  writer.tag(VALUE.name, WireType.LengthDelimited).string(name);
  inside(writer, VALUE.type, (type) =>
    inside(type, TYPE.tensor, (tensor) => {
      tensor.tag(TENSOR_TYPE.elements, WireType.Varint).int32(TYPES.float32);
      inside(tensor, TENSOR_TYPE.shape, (shape) => {
        for (const size of dims) {
          inside(shape, SHAPE.dimension, (dimension) => {
            if (typeof size === 'number') dimension.tag(DIMENSION.size, WireType.Varint).int64(size);
            else dimension.tag(DIMENSION.name, WireType.LengthDelimited).string(size);
          });
        }
      });
    }),
  );
}
