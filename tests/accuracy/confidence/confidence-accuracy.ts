import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { recognitionNotes } from '../../../src/host/run/speech/recognition-notes.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { type CorpusClip, corpusClips } from '../corpus/corpus-clips.ts';
import { channelsOf } from '../live/recognise-live.ts';
import { openWhisperBase } from '../open-whisper-base.ts';
import { wavBytes } from '../whisper/write-wav.ts';
import { countWordErrors, wordErrorRate } from '../word-error-rate.ts';
import {
  bestThreshold,
  type ConfidenceRow,
  countNotes,
  LEAST_WORDS,
  leftOutThresholds,
} from './least-confidence.ts';
import { clipped, inHall } from './strong-echo.ts';

const section = 'confidence';
const TABLE = join(import.meta.dirname, 'table.json');
const MOST_SECONDS = 15;
const SOUNDS = { 'as it is': (pcm: Float32Array) => pcm, 'in a hall': inHall, clipped } as const;

const table = z.array(
  z.object({
    recording: z.string(),
    sound: z.string(),
    words: z.number(),
    errors: z.number(),
    confidence: z.number(),
  }),
);
type Row = z.infer<typeof table>[number];

/** The threshold that the app uses: below it, words get the note. */
function thresholdInUse(): number {
  const word = (confidence: number) => ({ word: ' a', start: 0, end: 1, confidence });
  const noted = (confidence: number) => {
    const words = Array.from({ length: LEAST_WORDS }, () => word(confidence));
    const segment = { language: 'en', languageConfidence: 1, words };
    const window = { index: 0, channel: 0, start: 0, end: 9, segments: [segment] };
    return recognitionNotes([window]).session.low_confidence !== undefined;
  };
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  return steps.find((step) => !noted(step)) ?? 1;
}

/** Recordings as they are, in a hall and clipped, with the mean confidence of their words. */
async function measured(clips: readonly CorpusClip[]): Promise<Row[]> {
  const whisper = await openWhisperBase();
  const rows: Row[] = [];
  for (const { file, path, language, texts } of clips) {
    const [pcm = new Float32Array()] = await channelsOf(path);
    for (const [sound, made] of Object.entries(SOUNDS)) {
      const words = await whisper.transcribe(await whisper.windowsOf(wavBytes(made(pcm))), language);
      const text = words.map(({ word }) => word).join('');
      const errors = Math.min(...texts.map((truth) => wordErrorRate(countWordErrors(truth, text, language))));
      const sum = words.reduce((total, { confidence }) => total + confidence, 0);
      const rounded = (value: number) => Math.round(value * 1000) / 1000;
      const confidence = words.length === 0 ? 0 : rounded(sum / words.length);
      rows.push({ recording: file, sound, words: words.length, errors: rounded(errors), confidence });
      console.log(file, sound, words.length, errors.toFixed(2), confidence);
    }
  }
  await whisper.parts.model.dispose();
  return rows;
}

/**
 * The note on low confidence: texts that are mostly wrong and have it, and good ones that do, with the threshold in use and with the
 * best one for all other recordings. From the stored table; `store` makes it anew, of every `every`-th clip.
 */
export async function confidenceAccuracy({
  store,
  every,
}: {
  store: boolean;
  every: number;
}): Promise<SectionReport> {
  if (store) {
    const long = corpusClips().filter(
      ({ texts, seconds, derived }) =>
        !derived && seconds <= MOST_SECONDS && (texts[0] ?? '').split(/\s+/u).length >= LEAST_WORDS,
    );
    const rows = await measured(long.filter((_, index) => index % every === 0));
    writeFileSync(TABLE, `[\n${rows.map((row) => ` ${JSON.stringify(row)}`).join(',\n')}\n]\n`);
  }
  const rows: ConfidenceRow[] = table.parse(JSON.parse(readFileSync(TABLE, 'utf8')));
  const inUse = thresholdInUse();
  const left = leftOutThresholds(rows);
  const counts = {
    [`${inUse}, in use`]: countNotes(rows, () => inUse),
    [`${bestThreshold(rows).toFixed(3)}, best of all`]: countNotes(rows, () => bestThreshold(rows)),
    'each recording left out': countNotes(rows, ({ recording }) => left.get(recording) ?? 0),
  };
  const figures = Object.entries(counts).flatMap(([name, { wrong, found, good, noted }]) => [
    { section, name: `${name}: texts mostly wrong with the note, of ${wrong}`, value: found, unit: '' },
    { section, name: `${name}: good texts with the note, of ${good}`, value: noted, unit: '' },
  ]);
  return { figures, details: { rows, left: Object.fromEntries(left) }, failed: 0 };
}
