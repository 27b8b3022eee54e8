import { DATA_TYPE } from '../graphs/onnx-fields.ts';
import { type BranchNode, type StoredTensor, valuesOf } from '../graphs/read-branch.ts';
import type { BranchReader } from './branch-reader.ts';
import type { Table } from './decoder-layout.ts';

/**
 * A stored table of which rows are taken, from what is computed (`name`) and the input that chooses (`by`; null for
 * any); null if the graph is built otherwise.
 */
export function findTable(reader: BranchReader, name: string, by: string | null): Table | null {
  const node = reader.behindShapes(name);
  if (!node) return null;
  const isTaken = (gather: BranchNode | undefined): boolean =>
    gather?.opType === 'Gather' && (by === null || reader.original(gather.inputs[1] ?? '') === by);
  const stored = (table: string) => reader.tensors.get(table);
  const [first = '', scales = ''] = node.inputs;
  switch (node.opType) {
    case 'Slice': {
      // Where the positions are known beforehand.
      const tensor = stored(first);
      return by === null && tensor ? floatTable(first, tensor) : null;
    }
    case 'Gather': {
      if (!isTaken(node)) return null;
      const tensor = stored(first);
      if (tensor) return floatTable(first, tensor);
      const inner = reader.producer(first);
      return inner?.opType === 'DequantizeLinear' ? scaledTable(reader, inner, inner.inputs[0] ?? '') : null;
    }
    case 'DequantizeLinear': {
      const gather = reader.producer(first);
      return isTaken(gather) ? scaledTable(reader, node, gather?.inputs[0] ?? '') : null;
    }
    case 'Mul': {
      // Bytes and scales are gathered each: (bytes − zero) × scale.
      const difference = reader.producer(first);
      const zero = difference?.opType === 'Sub' ? reader.number(difference.inputs[1] ?? '') : null;
      const bytes = reader.behindShapes(difference?.inputs[0] ?? '');
      const scale = reader.behindShapes(scales);
      const tensor = stored(bytes?.inputs[0] ?? '');
      if (zero === null || !isTaken(bytes) || scale?.opType !== 'Gather' || !tensor) return null;
      return byteTable(bytes?.inputs[0] ?? '', tensor, zero, reader.values(scale.inputs[0] ?? ''));
    }
    default:
      return null;
  }
}

function scaledTable(reader: BranchReader, { inputs }: BranchNode, name: string): Table | null {
  const [, scale = '', zero = ''] = inputs;
  const stored = reader.tensors.get(name);
  return stored ? byteTable(name, stored, reader.number(zero) ?? 0, reader.values(scale)) : null;
}

/** Rows of floats, or of half floats. */
function floatTable(name: string, { type, dims, bytes: stored }: StoredTensor): Table | null {
  const [count = 0, size = 0] = dims;
  const width = stored.length / count;
  if (dims.length !== 2 || size === 0 || (width !== size * 4 && width !== size * 2)) return null;
  return tableOver(name, size, stored, (bytes, index) => {
    const part = bytes.subarray(index * width, (index + 1) * width);
    return valuesOf({ type, dims: [size], bytes: part }) ?? new Float32Array(size);
  });
}

/** Rows of bytes with a scale for each or for all. */
function byteTable(
  name: string,
  { type, dims, bytes: stored }: StoredTensor,
  zero: number,
  scales: Float32Array,
): Table | null {
  const [, size = 0] = dims;
  if (dims.length !== 2 || size === 0 || (type !== DATA_TYPE.uint8 && type !== DATA_TYPE.int8)) return null;
  return tableOver(name, size, stored, (bytes, index) => {
    const scale = scales[scales.length === 1 ? 0 : index] ?? 0;
    const part = bytes.subarray(index * size, (index + 1) * size);
    const values = valuesOf({ type, dims: [size], bytes: part }) ?? new Float32Array(size);
    return values.map((value) => (value - zero) * scale);
  });
}

function tableOver(
  name: string,
  size: number,
  bytes: Uint8Array,
  rowIn: (bytes: Uint8Array, index: number) => Float32Array,
): Table {
  return {
    name,
    size,
    row: (index) => rowIn(bytes, index),
    kept: () => tableOver(name, size, bytes.slice(), rowIn),
  };
}
