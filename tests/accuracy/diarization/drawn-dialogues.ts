import { join } from 'node:path';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import {
  AUDIO,
  DIALOGUES,
  dialogueOf,
  type JoinedRecording,
  PLACES,
  sameLevel,
  type TalkStyle,
} from './joined-speakers.ts';
import { READER_DIALOGUES, type SoundWay } from './reader-dialogues.ts';

/** How many are drawn: to choose thresholds with, and of the readers kept aside. */
const DRAWN = 60;
const DRAWN_ASIDE = 30;
const FIRST_SEED = 1000;

const STYLES: readonly TalkStyle[] = [
  { interjections: 0.25, overlaps: 0.2, longestGap: 0.6 },
  { interjections: 0.1, overlaps: 0.05, longestGap: 1.5 },
  { interjections: 0.45, overlaps: 0.1, longestGap: 0.4 },
  { interjections: 0.2, overlaps: 0, longestGap: 4 },
];
/** How everybody comes: near, all in one room, all by telephone, or some of them. */
const PLACINGS: readonly ((random: () => number) => SoundWay | undefined)[] = [
  () => undefined,
  () => undefined,
  () => 'far',
  () => 'telephone',
  (random) => ([undefined, undefined, 'far', 'telephone', 'then far'] as const)[Math.floor(random() * 5)],
];

/** Clips of one person. Sources whose readers have no names, each perhaps one person, are drawn from once a dialogue. */
const nameless = (file: string) => /cuttledoc-fleurs\/fleurs-(de|es)/u.exec(file)?.[1];

/** Clips by reader; readers who share a clip are one. */
export function readersOf(kinds: readonly ('dialogue' | 'talk' | 'aside')[]): string[][] {
  const voices = [
    ...(kinds.includes('dialogue') ? DIALOGUES.flatMap((dialogue) => dialogue.voices) : []),
    ...READER_DIALOGUES.filter(({ kind }) => kinds.includes(kind)).flatMap(({ readers }) =>
      readers.map(({ files }) => files),
    ),
  ];
  const readers: string[][] = [];
  for (const files of voices) {
    const known = readers.find((reader) => files.some((file) => reader.includes(file)));
    if (known) known.push(...files.filter((file) => !known.includes(file)));
    else readers.push([...files]);
  }
  return readers;
}

/**
 * Dialogues of two to four readers, drawn by number: others talk, with other pauses, interjections and rooms, in each.
 *
 * @param soundOf a recording's sound, 16 kHz mono
 */
export async function drawnDialogues(
  soundOf: (path: string) => Promise<Float32Array>,
): Promise<JoinedRecording[]> {
  const drawn = await drawnOf('drawn', readersOf(['dialogue', 'talk']), DRAWN, soundOf);
  const aside = await drawnOf('drawnAside', readersOf(['aside']), DRAWN_ASIDE, soundOf);
  return [...drawn, ...aside];
}

async function drawnOf(
  kind: 'drawn' | 'drawnAside',
  readers: readonly string[][],
  count: number,
  soundOf: (path: string) => Promise<Float32Array>,
): Promise<JoinedRecording[]> {
  const recordings: JoinedRecording[] = [];
  for (let number = 0; number < count; number++) {
    const random = seededRandom(FIRST_SEED + number);
    const people = 2 + Math.floor(random() * 3);
    const chosen: string[][] = [];
    while (chosen.length < people) {
      const next = readers[Math.floor(random() * readers.length)] ?? [];
      const source = nameless(next[0] ?? '');
      const isTwin = chosen.some(([file = '']) => source !== undefined && nameless(file) === source);
      if (!chosen.includes(next) && !isTwin) chosen.push(next);
    }
    const place = PLACINGS[number % PLACINGS.length] ?? (() => undefined);
    const sounds: Float32Array[] = [];
    for (const files of chosen) {
      const clips = sameLevel(
        concatenate(await Promise.all(files.map((file) => soundOf(join(AUDIO, file))))),
      );
      const way = place(random);
      sounds.push(way ? PLACES[way](clips) : clips);
    }
    recordings.push({
      name: `${kind} ${number}: ${people} people`,
      kind,
      voices: chosen.flat(),
      ...dialogueOf(sounds, random, STYLES[number % STYLES.length]),
    });
  }
  return recordings;
}
