/** Bytes or a text, compressed. */
export const gzip = (content: Bytes | string): Promise<Bytes> =>
  through(content, new CompressionStream('gzip'));

/** What `gzip` compressed. Rejects for anything else. */
export const gunzip = (bytes: Bytes | ArrayBuffer): Promise<Bytes> =>
  through(bytes, new DecompressionStream('gzip'));

type Bytes = Uint8Array<ArrayBuffer>;

async function through(
  content: Bytes | ArrayBuffer | string,
  stream: CompressionStream | DecompressionStream,
): Promise<Bytes> {
  const writer = stream.writable.getWriter();
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  // Not by a Blob, whose stream may stall (byte-source.ts).
  const [compressed] = await Promise.all([
    new Response(stream.readable).arrayBuffer(),
    writer.write(bytes),
    writer.close(),
  ]);
  return new Uint8Array(compressed);
}
