/** A file of an archive. */
export interface ZippedFile {
  name: string;
  input: string | Blob | ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Bytes of a stream, if known before they are read. */
  size?: number;
  lastModified: Date;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** An archive as a stream of its bytes. Files are stored as they are, one after the other, so memory does not grow with them. */
export function zipStream(files: AsyncIterable<ZippedFile>): ReadableStream<Bytes> {
  const { readable, writable } = new TransformStream<Bytes, Bytes>();
  const writer = writable.getWriter();
  writeFiles(files, new WritableStream({ write: (bytes) => writer.write(bytes) }))
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error))
    .catch(() => undefined);
  return readable;
}

async function writeFiles(files: AsyncIterable<ZippedFile>, to: WritableStream<Bytes>): Promise<void> {
  // Large, and needed only here. Workers made of blobs are against the app's content security policy.
  const { BlobReader, ZipWriter } = await import('@zip.js/zip.js/lib/zip-core.js');
  const zip = new ZipWriter(to, { level: 0, useWebWorkers: false });
  for await (const { name, input, size, lastModified: lastModDate } of files) {
    const reader = input instanceof ReadableStream ? input : new BlobReader(new Blob([input]));
    await zip.add(name, reader, { lastModDate, ...(size !== undefined && { uncompressedSize: size }) });
  }
  await zip.close();
}
