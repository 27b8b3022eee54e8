import table from './voice-space.json' with { type: 'json' };
import { unitLength } from './voice-vectors.ts';

/** Signed bytes, each a share of the largest number. */
interface PackedNumbers {
  largest: number;
  bytes: readonly string[];
}

const LARGEST = 127;

const unpacked = ({ largest, bytes }: PackedNumbers): Float32Array =>
  Float32Array.from(atob(bytes.join('')), (byte) => (((byte.charCodeAt(0) << 24) >> 24) / LARGEST) * largest);

const MEAN = unpacked(table.mean);
const DIRECTIONS = unpacked(table.directions);

/**
 * A vector of `speaker-lstm-256` for comparison within a recording: from the mean of many voices, and with less of the 24 directions in
 * which stretches of one person differ most, near, far away and by telephone (after Hatch, Kajarekar and Stolcke, "Within-class
 * covariance normalization for SVM-based speaker recognition", 2006). `voice-space.json` comes from 59 readers, of whom none is measured
 * with; `tests/accuracy/diarization/fit-voice-space.ts` writes it.
 *
 * @param vector of unit length; one of another network is returned as it is
 */
export function inVoiceSpace(vector: Float32Array): Float32Array {
  const { size, shares } = table;
  if (vector.length !== size) return vector;
  const centred = vector.map((value, at) => value - (MEAN[at] ?? 0));
  const plain = centred.slice();
  for (const [place, share] of shares.entries()) {
    const first = place * size;
    let along = 0;
    for (let at = 0; at < size; at++) along += (DIRECTIONS[first + at] ?? 0) * (centred[at] ?? 0);
    for (let at = 0; at < size; at++)
      plain[at] = (plain[at] ?? 0) - share * along * (DIRECTIONS[first + at] ?? 0);
  }
  return unitLength(plain) ?? vector;
}
