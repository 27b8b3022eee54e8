import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { corpusClips } from '../corpus/corpus-clips.ts';
import { channelsOf } from '../live/recognise-live.ts';
import { recordedClips } from '../reference-clips.ts';
import { SAMPLE_RATE, writeWav } from '../whisper/write-wav.ts';
import RECORDINGS from './recordings.json' with { type: 'json' };

const AUDIO = join(PROJECT_ROOT, '../shared/audio');
export const MADE_FOLDER = join(PROJECT_ROOT, '.cache/made');
/** Of the noise of a room, under everything. */
const QUIET = 0.0005;
/** Between two letters, seconds. */
const SPELLING_PAUSE = 0.6;
/** What a telephone leaves of a recording. */
const PHONE = { format: ['-e', 'mu-law', '-b', '8', '-r', '8000'], effects: 'sinc 300-3400 gain -3' };

const effects = z.string().optional();
const part = z.union([
  /** Seconds of pause. */
  z.number(),
  /** A recording of ../shared/audio. */
  z.string(),
  z.strictObject({ clip: z.string(), text: z.string().optional(), effects }),
  /** Speech of espeak-ng. */
  z.strictObject({ voice: z.string(), say: z.string() }),
  /** A sound of sox, in which nobody speaks. */
  z.strictObject({ sound: z.string() }),
]);
type Part = z.infer<typeof part>;

const recordings = z.array(
  z.strictObject({
    kind: z.string(),
    language: z.string(),
    parts: z.array(part).optional(),
    /** Instead of parts: letters and digits with spaces between them. */
    spelled: z.string().optional(),
    voice: z.string().optional(),
    effects,
    phone: z.boolean().optional(),
  }),
);
export type MadeRecording = z.infer<typeof recordings>[number];

/** What is said in a stretch of a recording, seconds. */
export interface SaidPart {
  text: string;
  /** What plain Whisper writes of it, where that is known. */
  plain?: string | undefined;
  /** Spoken by espeak-ng. */
  isSynthetic: boolean;
  start: number;
  end: number;
}

export const madeRecordings = (): MadeRecording[] => recordings.parse(RECORDINGS);

/** What is missing for them, as a sentence; null if nothing is. */
export function missingForRecordings(): string | null {
  if (!existsSync(AUDIO)) return 'the recordings of ../shared';
  for (const program of ['espeak-ng', 'sox']) {
    try {
      execFileSync(program, ['--version']);
    } catch {
      return `the program ${program}`;
    }
  }
  return null;
}

interface Piece {
  pcm: Float32Array;
  text: string;
  plain?: string | undefined;
}

/** Writes them, and finds what is said in them. */
export class RecordingMaker {
  private readonly texts = new Map([
    ...corpusClips().map(({ file, texts }) => [`corpus/${file}`, texts[0] ?? ''] as const),
    ...recordedClips().map(({ name, channels }) => [name, channels[0]?.text ?? ''] as const),
  ]);
  private readonly plain = new Map(corpusClips().map(({ file, plain }) => [`corpus/${file}`, plain.text]));

  async make(recording: MadeRecording, name: string): Promise<{ path: string; said: SaidPart[] }> {
    const pieces: Float32Array[] = [];
    const said: SaidPart[] = [];
    let at = 0;
    for (const one of partsOf(recording)) {
      const { pcm, text, plain } = await this.piece(one);
      const end = at + pcm.length / SAMPLE_RATE;
      if (text)
        said.push({ text, plain, isSynthetic: typeof one === 'object' && 'voice' in one, start: at, end });
      pieces.push(pcm);
      at = end;
    }
    const draw = seededRandom(60);
    const pcm = concatenate(pieces).map((sample) => sample + QUIET * (2 * draw() - 1));
    const path = workFile(`${name}.wav`);
    sox(pcm, path, {
      effects: [recording.effects, recording.phone && PHONE.effects].filter(Boolean).join(' '),
      format: recording.phone ? PHONE.format : [],
    });
    return { path, said };
  }

  private async piece(one: Part): Promise<Piece> {
    if (typeof one === 'number') return { pcm: new Float32Array(Math.round(one * SAMPLE_RATE)), text: '' };
    if (typeof one === 'string') return this.piece({ clip: one });
    const path = workFile(`${process.pid}-piece.wav`);
    if ('sound' in one) {
      execFileSync('sox', ['-R', '-n', '-r', `${SAMPLE_RATE}`, '-c', '1', path, ...one.sound.split(' ')]);
      return { pcm: await firstChannel(path), text: '' };
    }
    if ('voice' in one) {
      execFileSync('espeak-ng', ['-v', one.voice, '-s', '140', '-w', path, one.say]);
      return { pcm: await firstChannel(path), text: one.say };
    }
    const text = one.text ?? this.texts.get(one.clip);
    if (text === undefined) throw new Error(`No text is known of ${one.clip}.`);
    const pcm = await firstChannel(join(AUDIO, one.clip));
    if (!one.effects) return { pcm, text, plain: this.plain.get(one.clip) };
    sox(pcm, path, { effects: one.effects, format: [] });
    return { pcm: await firstChannel(path), text };
  }
}

function partsOf({ parts, spelled, voice }: MadeRecording): Part[] {
  const letters = spelled?.split(' ') ?? [];
  return parts ?? letters.flatMap((say) => [{ voice: voice ?? 'en', say }, SPELLING_PAUSE]);
}

const firstChannel = async (path: string): Promise<Float32Array> =>
  (await channelsOf(path))[0] ?? new Float32Array();

function workFile(name: string): string {
  mkdirSync(MADE_FOLDER, { recursive: true });
  return join(MADE_FOLDER, name);
}

/** Writes a sound through effects of sox, where there are any. */
function sox(
  pcm: Float32Array,
  path: string,
  { effects, format }: { effects: string; format: string[] },
): void {
  const input = workFile(`${process.pid}-input.wav`);
  writeWav(input, pcm);
  const words = effects.split(' ').filter((word) => word !== '');
  execFileSync('sox', ['-R', input, '-c', '1', ...format, path, ...words], { stdio: 'ignore' });
}
