import type { Place, Sought } from '../../cues/cue-schema.ts';
import { cueRows, overWords, placeSource, wordTemplate } from '../../cues/cues.ts';
import { type Finder, finderOf } from '../../cues/finder.ts';
import { markOf, TOKEN_MARKS, type TokenMark } from '../../cues/token-parts.ts';
import { PARTICLES } from './cue-tables.ts';
import { isCountry } from './known-words.ts';
import { isVerbForm } from './name-kinds.ts';
import type { NameRange, NameReading } from './name-reading.ts';

interface MarkedText {
  text: string;
  /** Where each token begins. */
  offsets: readonly number[];
}

const markedTexts = new WeakMap<NameReading, MarkedText>();

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
    particle: PARTICLES.has(key),
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

function markedText(reading: NameReading): MarkedText {
  const before = markedTexts.get(reading);
  if (before) return before;
  let text = ' ';
  const offsets = reading.tokens.map(({ whole, key }, at) => {
    const offset = text.length;
    const marks = marksOf(reading, at);
    text += `${whole}${TOKEN_MARKS.map((mark) => (marks[mark] ? markOf(mark) : '')).join('')}${key} `;
    return offset;
  });
  const made = { text, offsets };
  markedTexts.set(reading, made);
  return made;
}

const places = new Map<string, RegExp>();

/** Whether the rows of the cues say that a word is this where it is. */
export function isAt(reading: NameReading | undefined, at: number, sought: Place): boolean {
  if (!reading) return false;
  const { text, offsets } = markedText(reading);
  const offset = offsets[at];
  if (offset === undefined) return false;
  const { language } = reading;
  const key = `${sought} ${language}`;
  const pattern = places.get(key) ?? new RegExp(placeSource(sought, language), 'y');
  places.set(key, pattern);
  pattern.lastIndex = offset;
  return pattern.test(text);
}

const finders = new Map<string, readonly Finder[]>();

function rangesOf(
  reading: NameReading,
  key: string,
  rows: () => (readonly [form: string, own: string])[],
): NameRange[] {
  const { text, offsets } = markedText(reading);
  const { language } = reading;
  const known =
    finders.get(`${key} ${language}`) ??
    rows().map(([form, own]) => finderOf(wordTemplate(form), { own, native: language }, 'g', overWords));
  finders.set(`${key} ${language}`, known);
  return known.flatMap((find) =>
    [...find(text)].map(({ 0: own, index }) => {
      const from = offsets.indexOf(index);
      return { from, to: from + own.split(' ').length };
    }),
  );
}

/** Words that the rows of the cues find; they may overlap. */
export const findWords = (reading: NameReading, sought: Sought): NameRange[] =>
  rangesOf(reading, sought, () =>
    [reading.language, 'any'].flatMap((own) =>
      cueRows(own, 'find').flatMap(({ of, forms }) =>
        of === sought ? forms.map((form) => [form, own] as const) : [],
      ),
    ),
  );

/** Where one of these phrases is, the longest. */
export const findPhrases = (reading: NameReading, phrases: readonly string[]): NameRange[] =>
  rangesOf(reading, phrases.join('|'), () => [
    [`_(${phrases.toSorted((a, b) => b.length - a.length).join('|')})_`, reading.language],
  ]);
