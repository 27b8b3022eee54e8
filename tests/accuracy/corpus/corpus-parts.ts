import { z } from 'zod';
import { countWordErrors, type WordErrors } from '../word-error-rate.ts';
import type { CorpusClip } from './corpus-clips.ts';

/** One clip's errors beside those of plain Whisper. */
export const clipErrors = z.object({
  words: z.number(),
  ours: z.number(),
  plain: z.number(),
  /** Seconds of processor time; absent where it was not taken. */
  cpu: z.number().optional(),
});
export type ClipErrors = z.infer<typeof clipErrors>;

/** Clips of one language, kind or length, together. */
export interface PartErrors {
  name: string;
  clips: number;
  words: number;
  ours: number;
  plain: number;
}

/** Upper bounds of the lengths that are reported apart, seconds. */
const LENGTHS = [4, 12, 30, Number.POSITIVE_INFINITY] as const;

/** Languages with sentences; of the others there are but a few words each. */
const LANGUAGES: readonly string[] = ['de', 'en', 'es', 'zh'];

const wrong = ({ substitutions, insertions, deletions }: WordErrors) =>
  substitutions + insertions + deletions;

/** Errors by the reference text that is nearest. */
export function errorsOf({ texts, language, plain }: CorpusClip, text: string): ClipErrors {
  const fewest = (said: string) =>
    Math.min(...texts.map((truth) => wrong(countWordErrors(truth, said, language))));
  const words = countWordErrors(texts[0] ?? '', '', language).referenceWords;
  return { words, ours: fewest(text), plain: fewest(plain.text) };
}

function partsOf({ language, kinds, seconds, derived }: CorpusClip): string[] {
  // Made from other clips, these are not counted beside them.
  if (derived) return kinds.map((kind) => `made from others: ${kind}`);
  const longest = LENGTHS.find((bound) => seconds < bound) ?? 0;
  return [
    'all',
    LANGUAGES.includes(language) ? `language ${language}` : 'other languages',
    Number.isFinite(longest) ? `under ${longest} s` : '30 s and more',
    ...kinds,
  ];
}

/** The sums of all parts; `all` first, then by name. */
export function sumParts(clips: readonly { clip: CorpusClip; errors: ClipErrors }[]): PartErrors[] {
  const parts = new Map<string, PartErrors>();
  for (const { clip, errors } of clips) {
    for (const name of partsOf(clip)) {
      const part = parts.get(name) ?? { name, clips: 0, words: 0, ours: 0, plain: 0 };
      parts.set(name, {
        name,
        clips: part.clips + 1,
        words: part.words + errors.words,
        ours: part.ours + errors.ours,
        plain: part.plain + errors.plain,
      });
    }
  }
  const rank = ({ name }: PartErrors) => (name === 'all' ? '' : name);
  return [...parts.values()].toSorted((a, b) => rank(a).localeCompare(rank(b)));
}
