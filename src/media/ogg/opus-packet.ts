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

/** Where an identification header (RFC 7845, section 5.1) has the channels, and how they are mapped. */
const CHANNELS_AT = 9;
const MAPPING_AT = 18;

/** Channels that an identification header states, as far as they can be: without a table of channels there are one or two. */
export function opusChannels(head: Uint8Array): number {
  const stated = Math.max(1, head[CHANNELS_AT] ?? 1);
  return head[MAPPING_AT] ? stated : Math.min(2, stated);
}

/** The header with these channels, for decoders, which refuse others. */
export function possibleOpusHead(head: Uint8Array): Uint8Array<ArrayBuffer> {
  const possible = head.slice();
  if (possible.length > CHANNELS_AT) possible[CHANNELS_AT] = opusChannels(head);
  return possible;
}
