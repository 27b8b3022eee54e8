import type { SpeakerActivity } from './speaker-activity.ts';

/** The segmentation of one chunk, placed on the window's frames. */
export interface ChunkActivity {
  startFrame: number;
  activity: SpeakerActivity;
}

/** Frames that two local speakers must share to be one voice: a quarter of a second. */
const LEAST_COMMON_FRAMES = 15;
/** They must also share this much of what the quieter one says in both chunks. */
const LEAST_COMMON_SHARE = 0.5;

const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

const LOCAL = [0, 1, 2];
const SILENT = new Uint8Array(0);

/** Agreement of two local speakers of neighbouring chunks over the frames both chunks cover. */
interface Agreement {
  common: number;
  linked: boolean;
}

function agreement(before: Uint8Array, after: Uint8Array, shift: number): Agreement {
  const shared = Math.max(0, Math.min(before.length - shift, after.length));
  let common = 0;
  let spokenBefore = 0;
  let spokenAfter = 0;
  for (let frame = 0; frame < shared; frame++) {
    const one = before[frame + shift] ?? 0;
    const other = after[frame] ?? 0;
    common += one & other;
    spokenBefore += one;
    spokenAfter += other;
  }
  const least = Math.max(LEAST_COMMON_FRAMES, LEAST_COMMON_SHARE * Math.min(spokenBefore, spokenAfter));
  return { common, linked: common >= least };
}

/**
 * Follows speakers from chunk to chunk through the overlap: picks the assignment of local speakers with the most
 * speech in common.
 *
 * @returns for each chunk the voice of each local speaker, numbered over the window; a voice not found in the next
 *   chunk ends there
 */
export function stitchChunks(chunks: readonly ChunkActivity[]): { voices: number; ofChunk: number[][] } {
  let voices = 0;
  const ofChunk: number[][] = [];
  chunks.forEach((chunk, index) => {
    const before = chunks[index - 1];
    const known = ofChunk[index - 1];
    if (!before || !known) {
      ofChunk.push(LOCAL.map(() => voices++));
      return;
    }
    const shift = chunk.startFrame - before.startFrame;
    const table = LOCAL.map((local) =>
      LOCAL.map((earlier) =>
        agreement(before.activity[earlier] ?? SILENT, chunk.activity[local] ?? SILENT, shift),
      ),
    );
    const total = (order: readonly number[]) =>
      LOCAL.reduce((sum, local) => sum + (table[local]?.[order[local] ?? 0]?.common ?? 0), 0);
    const best = ORDERS.toSorted((a, b) => total(b) - total(a))[0] ?? LOCAL;
    ofChunk.push(
      LOCAL.map((local) => {
        const earlier = best[local] ?? 0;
        const voice = known[earlier];
        return table[local]?.[earlier]?.linked && voice !== undefined ? voice : voices++;
      }),
    );
  });
  return { voices, ofChunk };
}
