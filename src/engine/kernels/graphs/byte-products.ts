import { editGraph, type OnnxConstant, type OnnxNode, readGraph } from './edit-graph.ts';

const CONTRIBUTED = 'com.microsoft';
/** Largest number of a signed byte of which the negative one is a signed byte, too. */
const LARGEST_BYTE = 127;
/** Columns that are unpacked together: their blocks fit into the processor's nearest memory. */
const TILE = 32;

type Edit = ReturnType<typeof byteProduct>;

/**
 * A graph whose products with weights of 2, 4 or 8 bits in blocks (`MatMulNBits`) have weights of a byte each, with one scale for each
 * column (`DynamicQuantizeMatMul`). The runtime's WebAssembly has no product for blocks: it unpacks all weights to floats at each run. That
 * hardly matters where many tokens share it, and is nearly all of the time where one is read. Activations become bytes with one scale for a
 * run, so such a graph is as exact as the given one for a single token only.
 *
 * @param model in ONNX format, with its weights inside
 * @returns null if nothing in it can be replaced
 */
export function withByteProducts(model: Uint8Array): Uint8Array | null {
  const { nodes, constants } = readGraph(model);
  const weights = new Map(constants.map((constant) => [constant.name, constant]));
  const edits = new Map<string, Edit>();
  for (const node of nodes) {
    if (node.opType !== 'MatMulNBits') continue;
    const edit = byteProduct(node, weights);
    if (!edit) return null;
    edits.set(node.outputs[0] ?? '', edit);
  }
  if (edits.size === 0) return null;
  const all = [...edits.values()].filter((edit) => edit !== null);
  return editGraph(model, {
    replaced: new Map([...edits].map(([output, edit]) => [output, edit?.node ?? []])),
    added: all.flatMap(({ added }) => added),
    freed: new Map(),
    removed: new Set(all.flatMap(({ removed }) => removed)),
  });
}

/** Null if the node has what such a product cannot have. */
function byteProduct({ inputs, outputs, integers }: OnnxNode, constants: ReadonlyMap<string, OnnxConstant>) {
  const [from = '', packed = '', scales = '', zeros = '', order = '', bias = ''] = inputs;
  const attribute = (name: string) => integers?.get(name) ?? 0;
  const blocks = blocksOf(
    { columns: attribute('N'), rows: attribute('K'), bits: attribute('bits'), size: attribute('block_size') },
    {
      packed: constants.get(packed)?.bytes,
      scales: constants.get(scales)?.bytes,
      zeros: zeros === '' ? null : constants.get(zeros)?.bytes,
    },
  );
  if (!blocks || order !== '') return null;
  const { bytes, columnScales } = asBytes(blocks);
  const [name = ''] = outputs;
  const weight = `${name}.bytes`;
  const scale = `${name}.scales`;
  const node: OnnxNode = {
    opType: 'DynamicQuantizeMatMul',
    domain: CONTRIBUTED,
    inputs: bias === '' ? [from, weight, scale] : [from, weight, scale, '', bias],
    outputs,
  };
  return {
    node,
    added: [
      { name: weight, dims: [blocks.rows, blocks.columns], values: bytes },
      { name: scale, dims: [blocks.columns], values: columnScales },
    ],
    removed: [packed, scales, ...(zeros === '' ? [] : [zeros])],
  };
}

interface BlockShape {
  columns: number;
  rows: number;
  bits: number;
  /** Numbers of a block. */
  size: number;
}

interface Blocks extends BlockShape {
  /** Blocks of a column. */
  count: number;
  /** Weights by column and block. */
  packed: Uint8Array;
  scales: Float32Array;
  /** By column and block, each column from a new byte on; null where all are in the middle. */
  zeros: Uint8Array | null;
}

/** Null if these are not as the operator says, such as weights in a file of their own. */
function blocksOf(
  shape: BlockShape,
  given: {
    packed?: Uint8Array | undefined;
    scales?: Uint8Array | undefined;
    zeros?: Uint8Array | null | undefined;
  },
): Blocks | null {
  const { columns, rows, bits, size } = shape;
  if (![2, 4, 8].includes(bits) || !(size > 0 && columns > 0 && rows > 0)) return null;
  const count = Math.ceil(rows / size);
  const { packed, scales, zeros } = given;
  const zeroBytes = columns * Math.ceil((count * bits) / 8);
  if (packed?.length !== (columns * count * size * bits) / 8 || scales?.length !== columns * count * 4)
    return null;
  if (zeros === undefined || (zeros !== null && zeros.length !== zeroBytes)) return null;
  const floats = new Float32Array(scales.slice().buffer);
  return { ...shape, count, packed, scales: floats, zeros };
}

/** The numbers as [rows, columns], each column with a scale of its own. */
function asBytes(blocks: Blocks): { bytes: Int8Array; columnScales: Float32Array } {
  const { columns, rows } = blocks;
  const bytes = new Int8Array(rows * columns);
  const columnScales = new Float32Array(columns);
  const tile = new Float32Array(TILE * rows);
  const inverse = new Float64Array(TILE);
  for (let first = 0; first < columns; first += TILE) {
    const width = Math.min(TILE, columns - first);
    for (let at = 0; at < width; at += 1) {
      const column = tile.subarray(at * rows, (at + 1) * rows);
      const scale = unpack(blocks, first + at, column) / LARGEST_BYTE || 1;
      columnScales[first + at] = scale;
      inverse[at] = 1 / scale;
    }
    for (let row = 0; row < rows; row += 1) {
      for (let at = 0; at < width; at += 1) {
        bytes[row * columns + first + at] = Math.round((tile[at * rows + row] ?? 0) * (inverse[at] ?? 0));
      }
    }
  }
  return { bytes, columnScales };
}

/** Writes the numbers of a column; returns the largest, without its sign. */
function unpack(
  { bits, size, count, packed, scales, zeros }: Blocks,
  column: number,
  to: Float32Array,
): number {
  const mask = 2 ** bits - 1;
  const perByte = 8 / bits;
  const zeroBytes = Math.ceil((count * bits) / 8);
  let largest = 0;
  for (let block = 0; block < count; block += 1) {
    const scale = scales[column * count + block] ?? 0;
    const zeroByte = zeros?.[column * zeroBytes + Math.floor(block / perByte)];
    const zero = zeroByte === undefined ? 2 ** (bits - 1) : (zeroByte >> ((block % perByte) * bits)) & mask;
    let at = block * size;
    const end = Math.min(at + size, to.length);
    for (let byte = ((column * count + block) * size) / perByte; at < end; byte += 1) {
      let rest = packed[byte] ?? 0;
      for (let part = 0; part < perByte && at < end; part += 1) {
        const value = ((rest & mask) - zero) * scale;
        rest >>= bits;
        to[at] = value;
        at += 1;
        if (value > largest) largest = value;
        else if (-value > largest) largest = -value;
      }
    }
  }
  return largest;
}
