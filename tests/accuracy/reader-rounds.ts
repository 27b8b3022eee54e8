import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import type { SpokenSegment } from './diarization-error.ts';
import ROUNDS from './reader-rounds.json' with { type: 'json' };
import { SAMPLE_RATE } from './whisper/write-wav.ts';

const AUDIO = join(PROJECT_ROOT, '../shared/audio');

const SECONDS = 120;
const LONGEST_GAP = 0.6;

/** A recording that is made of the turns of readers. */
export interface ReaderRound {
  name: string;
  readers: readonly string[];
  pcm: Float32Array;
  segments: SpokenSegment[];
}

/**
 * Readers of the shared recordings who take turns for two minutes, in a random order that is always the same.
 *
 * @param speechIn the sound of a recording's first window
 */
export async function readerRounds(
  speechIn: (path: string) => Promise<Float32Array>,
): Promise<ReaderRound[]> {
  const rounds: ReaderRound[] = [];
  // Readers of one recording each; nothing about the rules for speakers was chosen by what is made of them.
  for (const { name, readers, shortest, longest } of ROUNDS) {
    const voices: Float32Array[] = [];
    for (const reader of readers) voices.push(await speechIn(join(AUDIO, reader)));
    rounds.push({ name, readers, ...takingTurns(voices, { shortest, longest }) });
  }
  return rounds;
}

function takingTurns(
  voices: readonly Float32Array[],
  { shortest, longest }: { shortest: number; longest: number },
): Omit<ReaderRound, 'name' | 'readers'> {
  const random = seededRandom(voices.length);
  const pcm = new Float32Array((SECONDS + longest) * SAMPLE_RATE);
  const segments: SpokenSegment[] = [];
  const read = voices.map(() => 0);
  let at = 0;
  let last = -1;
  while (at < SECONDS * SAMPLE_RATE) {
    const drawn = Math.floor(random() * voices.length);
    const reader = drawn === last ? (drawn + 1) % voices.length : drawn;
    last = reader;
    const voice = voices[reader] ?? new Float32Array(0);
    const length = Math.round((shortest + random() * (longest - shortest)) * SAMPLE_RATE);
    const from = (read[reader] ?? 0) + length > voice.length ? 0 : (read[reader] ?? 0);
    const part = voice.subarray(from, from + length);
    read[reader] = from + part.length;
    pcm.set(part, at);
    segments.push({
      speaker: String(reader),
      start: at / SAMPLE_RATE,
      end: (at + part.length) / SAMPLE_RATE,
    });
    at += part.length + Math.round(random() * LONGEST_GAP * SAMPLE_RATE);
  }
  return { pcm: pcm.slice(0, at), segments };
}
