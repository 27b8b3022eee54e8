/**
 * Fetches a file that the app holds gzipped (src/cli/build/packed-binaries.ts). The development server has it as it is. Throws Error if it cannot
 * be had.
 */
export async function fetchUnpacked(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded (${response.status}).`);
  const sent = await response.blob();
  const [first, second] = new Uint8Array(await sent.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const stream = sent.stream();
  const plain = isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
