import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { applyVocabulary } from '../../../src/addons/custom_vocabulary/run.ts';
import { vocabularyHotWords } from '../../../src/addons/custom_vocabulary/vocabulary-hot-words.ts';
import { vocabularyPrompt } from '../../../src/addons/custom_vocabulary/vocabulary-prompt.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import type { RecognisedWord, TranscribeOptions } from '../../../src/engine/asr/asr-engine.ts';
import type { WhisperModel } from '../../../src/engine/asr/whisper/whisper-model.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { alignWords } from '../align-words.ts';
import { openWhisperBase, soundOf } from '../open-whisper-base.ts';
import { normaliseWords } from '../word-error-rate.ts';
import { type TermClip, termClips } from './term-clips.ts';
import { termFigures } from './term-figures.ts';

/** Shares of the decoder's bonus that are compared; the middle one is that of the default intensity. */
const WEIGHTS = [0.25, 0.5, 0.75] as const;
const DEFAULT_WEIGHT = 0.5;
const STATE = join(PROJECT_ROOT, '.cache/accuracy-terms.json');

export const termErrors = z.object({
  text: z.string(),
  /** Rare words of the reference, and those of them that are not in the text. */
  terms: z.number(),
  termErrors: z.number(),
  /** All other words, and errors among them with insertions. */
  words: z.number(),
  wordErrors: z.number(),
  /** Terms of the vocabulary that are in the text and were not said. */
  unsaid: z.array(z.string()),
  milliseconds: z.number(),
});
export type TermErrors = z.infer<typeof termErrors>;
const state = z.record(z.string(), z.record(z.string(), termErrors));

/** Compares a text with a clip's reference, term by term and word by word. */
export function termErrorsOf(
  { clip, said, distractors }: TermClip,
  text: string,
): Omit<TermErrors, 'milliseconds'> {
  const truth = normaliseWords(clip.texts[0] ?? '', clip.language);
  const written = normaliseWords(text, clip.language);
  const isTerm = new Set(said);
  const counts = { terms: 0, termErrors: 0, words: 0, wordErrors: 0 };
  for (const { reference, kind } of alignWords(truth, written)) {
    const term = reference !== null && isTerm.has(truth[reference] ?? '');
    if (reference !== null) counts[term ? 'terms' : 'words'] += 1;
    if (kind !== 'hit') counts[term ? 'termErrors' : 'wordErrors'] += 1;
  }
  const joined = ` ${written.join(' ')} `;
  const unsaid = distractors.filter((term) => joined.includes(` ${normaliseWords(term).join(' ')} `));
  return { text, ...counts, unsaid };
}

type Way = { name: string; hints: (one: TermClip) => Partial<TranscribeOptions>; followed: boolean };

const vocabularyOf = ({ said, distractors }: TermClip) => ({ vocabulary: [...said, ...distractors] });
const hintsOf = (one: TermClip, weight: number) => ({
  prompt: vocabularyPrompt(vocabularyOf(one), one.clip.language),
  hotWords: vocabularyHotWords(vocabularyOf(one), one.clip.language).map((word) => ({ ...word, weight })),
});

/** No vocabulary at all, and only the comparison of sounds after recognition. */
const NONE = 'no vocabulary';
const SOUNDS = 'sounds alone';

const textOf = (words: readonly RecognisedWord[]) =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();

const treeOf = (weight: number) => `tree ${weight}`;

const WAYS: readonly Way[] = [
  { name: SOUNDS, hints: () => ({}), followed: true },
  { name: 'prompt', hints: (one) => hintsOf(one, DEFAULT_WEIGHT), followed: false },
  ...WEIGHTS.map((weight) => ({
    name: treeOf(weight),
    hints: (one: TermClip) => hintsOf(one, weight),
    followed: true,
  })),
];

/** A clip of each language, then the next of each: an interrupted run has some of all. */
function inTurn(clips: readonly TermClip[]): TermClip[] {
  const places = new Map<string, number>();
  const placed = clips.map((one) => {
    const place = places.get(one.clip.language) ?? 0;
    places.set(one.clip.language, place + 1);
    return { one, place };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

/** Encodes each window once: what differs is how it is decoded. */
function encodedOnce(model: WhisperModel): { followed: boolean } {
  const known = new Map<string, ReturnType<WhisperModel['encode']>>();
  const encode = model.encode.bind(model);
  const how = { followed: true };
  model.encode = (features, dims) => {
    const sum = features.reduce((total, value, index) => total + value * ((index % 97) + 1), 0);
    const key = `${dims.join()} ${sum}`;
    const one = known.get(key) ?? encode(features, dims);
    known.set(key, one);
    return one;
  };
  model.release = () => undefined;
  Object.defineProperty(model, 'lanes', { get: () => (how.followed ? 1 : null) });
  return how;
}

/** Errors on rare words and on all others, without a vocabulary, with the prompt, and with the tree at several weights. */
export async function termsAccuracy({
  only = '',
  resume,
}: {
  only?: string | undefined;
  resume: boolean;
}): Promise<SectionReport> {
  const known: z.infer<typeof state> =
    resume && existsSync(STATE) ? state.parse(JSON.parse(readFileSync(STATE, 'utf8'))) : {};
  const clips = inTurn(termClips().filter(({ clip }) => clip.file.includes(only)));
  const { parts, windowsOf, transcribe } = await openWhisperBase();
  const how = encodedOnce(parts.model);
  for (const one of clips) {
    const rows = known[one.clip.file] ?? {};
    const left = WAYS.filter(({ name }) => !rows[name]);
    if (left.length === 0) continue;
    const windows = await windowsOf(await soundOf(one.clip.path));
    const { language } = one.clip;
    for (const { name, hints, followed } of left) {
      how.followed = followed;
      const began = performance.now();
      const words = await transcribe(windows, language, hints(one));
      const milliseconds = Math.round(performance.now() - began);
      const written = await applyVocabulary(words, language, vocabularyOf(one));
      rows[name] = { ...termErrorsOf(one, textOf(written)), milliseconds };
      if (name === SOUNDS) rows[NONE] = { ...termErrorsOf(one, textOf(words)), milliseconds };
    }
    known[one.clip.file] = rows;
    mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
    writeFileSync(STATE, JSON.stringify(known));
    const shown = [NONE, ...WAYS.map(({ name }) => name)].map((name) => {
      const { termErrors, wordErrors, unsaid } = rows[name] ?? { unsaid: [] };
      return `${termErrors}/${wordErrors}${unsaid.length > 0 ? `!${unsaid}` : ''}`;
    });
    console.log(one.clip.file, one.said.join(), shown.join(' '));
  }
  await parts.model.dispose();
  const rows = clips.flatMap(({ clip }) => {
    const own = known[clip.file];
    return own ? [own] : [];
  });
  return { figures: termFigures(rows, WEIGHTS.map(treeOf)), details: known, failed: 0 };
}
