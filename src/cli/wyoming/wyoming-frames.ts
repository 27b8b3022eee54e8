import { z } from 'zod';

/** A message of the Wyoming protocol: a line of JSON, perhaps with further data and bytes behind it. */
export interface WyomingEvent {
  type: string;
  data: Record<string, unknown>;
  payload: Buffer;
}

/** What a client may read of a fault, with a code for programs. */
export class WyomingFault extends Error {
  override readonly name = 'WyomingFault';

  /** @param endsConnection whether nothing behind it can be read */
  constructor(
    readonly code: string,
    message: string,
    readonly endsConnection = false,
  ) {
    super(message);
  }
}

const MOST_BYTES = { line: 2 ** 16, data: 2 ** 20, payload: 2 ** 24 };

const length = z.int().min(0).nullish();
const header = z.object({
  type: z.string().min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
  data_length: length,
  payload_length: length,
});
const furtherData = z.record(z.string(), z.unknown());

type Header = z.infer<typeof header>;

const unreadable = (message: string) => new WyomingFault('invalid-message', message, true);

function parsed<Shape>(schema: z.ZodType<Shape>, bytes: Buffer, what: string): Shape {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    throw unreadable(`${what} of a message is not what the protocol has.`);
  }
}

/** Cuts the bytes of a connection into messages, wherever they are divided. */
export class FrameReader {
  #parts: Buffer[] = [];
  #size = 0;
  /** Header of the message whose other bytes have not arrived. */
  #header: Header | null = null;

  /** Yields the messages that are whole by now. Throws WyomingFault, behind which nothing can be read. */
  *push(bytes: Buffer): Generator<WyomingEvent> {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    for (;;) {
      this.#header ??= this.#takeHeader();
      if (!this.#header) return;
      const { type, data, data_length, payload_length } = this.#header;
      const [more, rest] = [data_length ?? 0, payload_length ?? 0];
      if (this.#size < more + rest) return;
      const further = more > 0 ? parsed(furtherData, this.#take(more), 'The data') : {};
      const payload = this.#take(rest);
      this.#header = null;
      yield { type, data: { ...data, ...further }, payload };
    }
  }

  #takeHeader(): Header | null {
    const all = this.#joined();
    const end = all.indexOf(10);
    if (end > MOST_BYTES.line || (end < 0 && all.length > MOST_BYTES.line))
      throw unreadable('The line of a message is too long.');
    if (end < 0) return null;
    const read = parsed(header, this.#take(end + 1), 'The line');
    if ((read.data_length ?? 0) > MOST_BYTES.data || (read.payload_length ?? 0) > MOST_BYTES.payload)
      throw unreadable('A message is too long.');
    return read;
  }

  #joined(): Buffer {
    const [first] = this.#parts;
    const all = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  #take(count: number): Buffer {
    const all = this.#joined();
    this.#parts = [all.subarray(count)];
    this.#size -= count;
    return all.subarray(0, count);
  }
}

/** A message as bytes. */
export function writeEvent(type: string, data: Record<string, unknown> = {}): Buffer {
  const body = Buffer.from(JSON.stringify(data));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ type, data_length: body.length })}\n`), body]);
}
