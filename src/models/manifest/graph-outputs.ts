import type { ByteSource } from '../../lib/bytes/byte-source.ts';

/** Field numbers and wire types (github.com/onnx/onnx, onnx/onnx.proto). */
const MODEL_GRAPH = 7;
const GRAPH_OUTPUT = 12;
const VALUE_NAME = 1;
const LENGTH_DELIMITED = 2;

/** Longest header of a field: tag and length. */
const HEADER_BYTES = 20;

/** Asks for bytes from a start to an end, and receives them. */
type Reading<Result> = Generator<[start: number, end: number], Result, Uint8Array>;

/**
 * Names of an ONNX graph's outputs, in a file of `size` bytes: its fields' contents are skipped, so that gigabytes need
 * not be in memory. Throws Error if it is no ONNX file.
 */
export function* graphOutputs(size: number): Reading<string[]> {
  const names: string[] = [];
  for (const graph of yield* fields(0, size, MODEL_GRAPH)) {
    for (const output of yield* fields(graph.start, graph.end, GRAPH_OUTPUT)) {
      const [name] = yield* fields(output.start, output.end, VALUE_NAME);
      if (name) names.push(new TextDecoder().decode(yield [name.start, name.end]));
    }
  }
  return names;
}

/** The same from a file that is read asynchronously. */
export async function graphOutputsOf(source: ByteSource): Promise<string[]> {
  const reading = graphOutputs(source.size);
  let step = reading.next();
  while (!step.done) step = reading.next(await source.read(...step.value));
  return step.value;
}

interface Span {
  start: number;
  end: number;
}

/** Contents of a message's fields of one number. */
function* fields(start: number, end: number, wanted: number): Reading<Span[]> {
  const found: Span[] = [];
  let at = start;
  while (at < end) {
    const header = new HeaderReader(yield [at, Math.min(at + HEADER_BYTES, end)]);
    const tag = header.varint();
    const number = Math.floor(tag / 8);
    let length: number;
    switch (tag % 8) {
      case 0:
        header.varint();
        length = 0;
        break;
      case 1:
        length = 8;
        break;
      case LENGTH_DELIMITED:
        length = header.varint();
        break;
      case 5:
        length = 4;
        break;
      default:
        throw notOnnx();
    }
    const from = at + header.position;
    if (number < 1 || from + length > end) throw notOnnx();
    if (number === wanted && tag % 8 === LENGTH_DELIMITED) found.push({ start: from, end: from + length });
    at = from + length;
  }
  return found;
}

class HeaderReader {
  position = 0;

  constructor(private readonly bytes: Uint8Array) {}

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.position];
      if (byte === undefined) throw notOnnx();
      this.position += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }
}

const notOnnx = () => new Error('This is not an ONNX file.');
