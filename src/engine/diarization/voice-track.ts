import { unitLength } from './voices/voice-vectors.ts';

/**
 * The voices of a window as they change: vectors of stretches that overlap, one every `stepSamples` from the window's
 * start. Checkpoints store it, so it is kept small: a byte per number.
 */
export interface VoiceTrack {
  /** Length of a stretch, in samples. */
  stretchSamples: number;
  stepSamples: number;
  /** Numbers per vector. */
  size: number;
  /** Signed bytes in base64, one vector after the other, each scaled to its largest number; zeros where nobody spoke. */
  vectors: string;
}

const LARGEST = 127;

/** @param vectors all of one size; null where the network found nothing */
export function packVectors(vectors: readonly (Float32Array | null)[], size: number): string {
  let bytes = '';
  for (const vector of vectors) {
    const most = vector?.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1;
    for (let index = 0; index < size; index++) {
      bytes += String.fromCharCode(Math.round(((vector?.[index] ?? 0) / most) * LARGEST) & 0xff);
    }
  }
  return btoa(bytes);
}

/** Vectors of unit length, to about three digits; null where nobody spoke. */
export function unpackVectors({ vectors, size }: VoiceTrack): (Float32Array | null)[] {
  const bytes = atob(vectors);
  return Array.from({ length: size > 0 ? Math.floor(bytes.length / size) : 0 }, (_, place) =>
    unitLength(
      Float32Array.from(
        { length: size },
        (__, index) => (bytes.charCodeAt(place * size + index) << 24) >> 24,
      ),
    ),
  );
}
