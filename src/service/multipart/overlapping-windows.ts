export interface ByteWindow {
  /** Valid until the next window is requested: the memory is reused. */
  bytes: Uint8Array;
  /** Offset of the first byte in the Blob. */
  start: number;
}

type ReadInto = (target: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>;

/**
 * Reads a Blob from `from` to its end through a single buffer. Each window begins with the last `overlap` bytes of
 * the previous one, so anything up to `overlap + 1` bytes long lies entirely in one window.
 */
export async function* overlappingWindows(
  blob: Blob,
  from: number,
  overlap: number,
  windowBytes: number,
): AsyncGenerator<ByteWindow> {
  const stream = blob.slice(from).stream();
  const { readInto, cancel } = openReader(stream);
  let memory = new Uint8Array(Math.max(windowBytes, 2 * overlap + 1));
  let start = from;
  let kept = 0;
  try {
    for (;;) {
      const read = await readInto(memory.subarray(kept));
      if (!read) return;
      memory = new Uint8Array(read.buffer);
      const filled = kept + read.byteLength;
      yield { bytes: memory.subarray(0, filled), start };
      kept = Math.min(overlap, filled);
      memory.copyWithin(0, filled - kept, filled);
      start += filled - kept;
    }
  } finally {
    await cancel();
  }
}

/** Reads into the given buffer if the browser can, which allocates nothing; otherwise copies. */
function openReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): {
  readInto: ReadInto;
  cancel: () => Promise<void>;
} {
  try {
    const reader = stream.getReader({ mode: 'byob' });
    return {
      readInto: async (target) => {
        const { value, done } = await reader.read(target);
        return done ? null : value;
      },
      cancel: () => reader.cancel(),
    };
  } catch {
    return copyingReader(stream.getReader());
  }
}

function copyingReader(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  let rest = new Uint8Array(0);
  const readInto: ReadInto = async (target) => {
    if (rest.length === 0) {
      const { value, done } = await reader.read();
      if (done) return null;
      rest = value;
    }
    const taken = rest.subarray(0, target.length);
    rest = rest.subarray(taken.length);
    target.set(taken);
    return target.subarray(0, taken.length);
  };
  return { readInto, cancel: () => reader.cancel() };
}
