/** Milliseconds per frame, by the configuration in a packet's first five bits (RFC 6716, table 2). */
const FRAME_MS = [
  ...[10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 10, 20],
  ...[2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20],
];

/** Seconds of audio in an Opus packet. */
export function opusPacketSeconds(packet: Uint8Array): number {
  const [toc = 0, second = 0] = packet;
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2;
  return ((FRAME_MS[toc >> 3] ?? 0) * frames) / 1000;
}
