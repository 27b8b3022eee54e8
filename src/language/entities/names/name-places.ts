import { matchAt } from '../../../lib/match-at.ts';
import { memoised, memoisedFor } from '../../../lib/memoised.ts';
import { type Finder, finderOf } from '../../cues/cue-finder.ts';
import type { Place, Sought } from '../../cues/cue-schema.ts';
import { cueRows, overWords, placeSource, wordClass, wordTemplate } from '../../cues/cues.ts';
import { markOf, TOKEN_MARKS, type TokenMark } from '../../cues/token-parts.ts';
import { isCountry } from './known-words.ts';
import { isVerbForm } from './name-kinds.ts';
import type { NameRange, NameReading } from './name-reading.ts';

interface MarkedText {
  text: string;
  /** Where each token begins. */
  offsets: readonly number[];
}

function marksOf(reading: NameReading, at: number): Partial<Record<TokenMark, boolean | undefined>> {
  const { tokens, kinds, given, things, cased, hasDictionary, language, known } = reading;
  const token = tokens[at];
  if (!token) return {};
  const { key, whole } = token;
  return {
    [kinds[at] ?? 'unknown']: true,
    given: given[at],
    family: known.isFamily(key),
    marked: token.isCapital && !token.isAcronym,
    capital: token.isCapital,
    acronym: token.isAcronym && key !== '',
    ends: token.endsPhrase,
    first: token.startsSentence,
    thing: things[at],
    verb: !cased && !hasDictionary && isVerbForm(token, language),
    particle: wordClass('particle').has(key),
    english: known.isEnglish(whole.replace(/'s?$/, '')),
    listed: known.isProper(key),
    common: known.isCommon(key, language),
    ordinary: known.isOrdinary(key, language),
    country: isCountry(key, language),
    cased,
    dictionary: hasDictionary,
    shouted: tokens.every((own) => own.key.length < 2 || own.isAcronym),
    key: true,
  };
}

const markedText = memoisedFor((reading: NameReading): MarkedText => {
  let text = ' ';
  const offsets = reading.tokens.map(({ whole, key }, at) => {
    const offset = text.length;
    const marks = marksOf(reading, at);
    text += `${whole}${TOKEN_MARKS.map((mark) => (marks[mark] ? markOf(mark) : '')).join('')}${key} `;
    return offset;
  });
  return { text, offsets };
});

const patternOf = memoised(
  (sought: Place, language: string) => new RegExp(placeSource(sought, language), 'y'),
);

/** Whether the rows of the cues say that a word is this where it is. */
export function isAt(reading: NameReading | undefined, at: number, sought: Place): boolean {
  if (!reading) return false;
  const { text, offsets } = markedText(reading);
  const offset = offsets[at];
  if (offset === undefined) return false;
  return matchAt(patternOf(sought, reading.language), text, offset) !== null;
}

const finderOver = (form: string, own: string, native: string): Finder =>
  finderOf(wordTemplate(form), { own, native }, 'g', overWords);

const wordFinders = memoised((sought: Sought, language: string) =>
  [language, 'any'].flatMap((own) =>
    cueRows(own, 'find').flatMap(({ of, forms }) =>
      of === sought ? forms.map((form) => finderOver(form, own, language)) : [],
    ),
  ),
);

const phraseFinder = memoised((phrases: string, language: string) => {
  const longestFirst = phrases.split('|').sort((a, b) => b.length - a.length);
  return [finderOver(`_(${longestFirst.join('|')})_`, language, language)];
});

function rangesOf(reading: NameReading, finders: readonly Finder[]): NameRange[] {
  const { text, offsets } = markedText(reading);
  return finders.flatMap((find) =>
    [...find(text)].map(({ 0: own, index }) => {
      const from = offsets.indexOf(index);
      return { from, to: from + own.split(' ').length };
    }),
  );
}

/** Words that the rows of the cues find; they may overlap. */
export const findWords = (reading: NameReading, sought: Sought): NameRange[] =>
  rangesOf(reading, wordFinders(sought, reading.language));

/** Where one of these phrases is, the longest. */
export const findPhrases = (reading: NameReading, phrases: readonly string[]): NameRange[] =>
  rangesOf(reading, phraseFinder(phrases.join('|'), reading.language));
