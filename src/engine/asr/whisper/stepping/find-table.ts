import { type BranchNode, INT8, type StoredTensor, UINT8, valuesOf } from '../../../onnx/read-branch.ts';
import type { BranchReader } from './branch-reader.ts';
import type { Table } from './decoder-layout.ts';

/**
 * A stored table of which rows are taken.
 *
 * @param name what is computed from them
 * @param by the input that says which; null for anything
 * @returns null if the graph is built otherwise
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
function floatTable(name: string, stored: StoredTensor): Table | null {
  const [count = 0, size = 0] = stored.dims;
  const width = stored.bytes.length / count;
  if (stored.dims.length !== 2 || size === 0 || (width !== size * 4 && width !== size * 2)) return null;
  const { bytes } = stored;
  const row = (index: number) => {
    const part = bytes.subarray(index * width, (index + 1) * width);
    return valuesOf({ type: stored.type, dims: [size], bytes: part }) ?? new Float32Array(size);
  };
  return { name, size, row, kept: () => floatTable(name, { ...stored, bytes: bytes.slice() }) as Table };
}

/** Rows of bytes with a scale for each or for all. */
function byteTable(name: string, stored: StoredTensor, zero: number, scales: Float32Array): Table | null {
  const [, size = 0] = stored.dims;
  if (stored.dims.length !== 2 || size === 0 || (stored.type !== UINT8 && stored.type !== INT8)) return null;
  const { bytes } = stored;
  const values = stored.type === INT8 ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
  const row = (index: number) => {
    const scale = scales[scales.length === 1 ? 0 : index] ?? 0;
    return Float32Array.from(
      values.subarray(index * size, (index + 1) * size),
      (value) => (value - zero) * scale,
    );
  };
  return {
    name,
    size,
    row,
    kept: () => byteTable(name, { ...stored, bytes: bytes.slice() }, zero, scales) as Table,
  };
}
