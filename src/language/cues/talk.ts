import { memoised } from '../../lib/memoised.ts';
import { foldText } from '../entities/fold-text.ts';
import { type Finder, finderOf } from './cue-finder.ts';
import { cueFile, type Talk } from './cue-schema.ts';
import { NO_LETTER, templateOf } from './cues.ts';
import de from './talk/talk-de.json' with { type: 'json' };
import en from './talk/talk-en.json' with { type: 'json' };
import es from './talk/talk-es.json' with { type: 'json' };
import fr from './talk/talk-fr.json' with { type: 'json' };
import it from './talk/talk-it.json' with { type: 'json' };

/** Files of their own, since only add-ons that read meetings need them. */
const FILES = new Map<string, unknown>(Object.entries({ de, en, es, fr, it }));

const findersOf = memoised((language: string, of: Talk, is: 'yes' | 'no'): Finder[] => {
  const { cues } = cueFile.parse(FILES.get(language) ?? { cues: [], words: {} });
  const forms = cues.flatMap((row) =>
    row.kind === 'talk' && row.of === of && (row.is ?? true) === (is === 'yes') ? row.forms : [],
  );
  const sources = forms.map((form) => `(?<![\\p{L}\\p{N}])(?:${templateOf(form)})${NO_LETTER}`);
  return sources.map((source) => finderOf(source, { own: language, native: language }, 'dgu'));
});

/** Languages whose talk is known. */
export const hasTalk = (language: string): boolean => FILES.has(language);

/** A sentence as the forms read it: folded, without the marks at its end; as long as the original up to there. */
export const talkText = (sentence: string): string => foldText(sentence).replace(/[\s\p{P}]+$/u, '');

type Range = readonly [from: number, to: number];

const matches = (text: string, finders: readonly Finder[]): Range[] =>
  finders.flatMap((find) =>
    [...find(text)].map((match) => match.indices?.groups?.v ?? match.indices?.[0] ?? [0, 0]),
  );

/**
 * Where a sentence is of this use: the longest of the first matches. Null where it is not, or only within what looks so and is not.
 *
 * @param text from `talkText`
 */
export function talkIn(text: string, language: string, of: Talk): Range | null {
  const not = matches(text, findersOf(language, of, 'no'));
  const found = matches(text, findersOf(language, of, 'yes')).filter(
    ([from, to]) => !not.some((other) => other[0] < to && other[1] > from),
  );
  return found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? null;
}
