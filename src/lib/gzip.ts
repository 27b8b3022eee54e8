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
  const streamed = new Blob([content]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(streamed).arrayBuffer());
}
