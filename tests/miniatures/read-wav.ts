/** Channels of a 16-bit PCM WAVE file, ±1. The fixtures all have 16 kHz. */
export function readWav(bytes: Uint8Array): Float32Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const channels = view.getUint16(22, true);
  let at = 12;
  while (String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'data')
    at += 8 + view.getUint32(at + 4, true);
  const frames = view.getUint32(at + 4, true) / 2 / channels;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_, frame) => view.getInt16(at + 8 + (frame * channels + channel) * 2, true) / 32768,
    ),
  );
}
