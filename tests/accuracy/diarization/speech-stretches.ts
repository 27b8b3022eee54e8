import { SAMPLE_RATE } from '../whisper/write-wav.ts';

const BLOCK = 320;
/** Below the loudest blocks by this much, nobody speaks. */
const QUIETER = 10 ** (-30 / 20);
const LONGEST_PAUSE_BLOCKS = 12;

/** Stretches in seconds that are loud, of a clean recording of one speaker; pauses up to 0.24 s belong to the speech. */
export function speechStretches(pcm: Float32Array): [number, number][] {
  const levels = Array.from({ length: Math.floor(pcm.length / BLOCK) }, (_, block) =>
    Math.hypot(...pcm.subarray(block * BLOCK, (block + 1) * BLOCK)),
  );
  const loudest = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const stretches: [number, number][] = [];
  levels.forEach((level, block) => {
    if (level < loudest * QUIETER) return;
    const last = stretches.at(-1);
    if (last && block - last[1] <= LONGEST_PAUSE_BLOCKS) last[1] = block + 1;
    else stretches.push([block, block + 1]);
  });
  return stretches.map(([from, to]) => [(from * BLOCK) / SAMPLE_RATE, (to * BLOCK) / SAMPLE_RATE]);
}
