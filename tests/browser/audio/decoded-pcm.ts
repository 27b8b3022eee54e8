import { decodeRecording } from '../../../src/engine/audio/decoders/decode-recording.ts';
import { toEvenBlocks } from '../../../src/engine/audio/decoders/even-blocks.ts';
import type { DecodeFile } from '../../../src/engine/audio/decoders/page-decoder.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { openAudio } from '../../../src/media/open-audio.ts';

/** A whole recording at 16 kHz, decoded with the audio worker's code: one plane per channel. */
export async function decodedPcm(blob: Blob, decodeFile: DecodeFile | null = null): Promise<Float32Array[]> {
  const source = blobSource(blob);
  const track = await openAudio(source);
  const decoded = await decodeRecording(track, source, { decodeFile });
  const planes: number[][] = [];
  for await (const block of toEvenBlocks(decoded)) {
    for (const [channel, plane] of block.entries()) {
      planes[channel] ??= [];
      for (const value of plane) planes[channel].push(value);
    }
  }
  track.dispose();
  return planes.map((plane) => Float32Array.from(plane));
}

/**
 * Similarity of two signals (1 if they differ only in level), and the delay of `other` in seconds, searched up to 60
 * ms.
 */
export function compareSounds(
  reference: Float32Array,
  other: Float32Array,
): { likeness: number; lag: number } {
  const likenessAt = (lag: number) => {
    let product = 0;
    let power = 0;
    let otherPower = 0;
    for (let index = Math.max(0, -lag); index < reference.length; index++) {
      const a = reference[index] ?? 0;
      const b = other[index + lag] ?? 0;
      product += a * b;
      power += a * a;
      otherPower += b * b;
    }
    return product / Math.sqrt(power * otherPower + 1e-20);
  };
  let best = { likeness: likenessAt(0), lag: 0 };
  for (let lag = -960; lag <= 960 && best.likeness < 0.98; lag++) {
    const likeness = likenessAt(lag);
    if (likeness > best.likeness) best = { likeness, lag: lag / 16_000 };
  }
  return best;
}
