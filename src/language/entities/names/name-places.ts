import type { Place } from '../../cues/cue-schema.ts';
import { CUE_LANGUAGES, cueRows, formSource, NO_LETTER } from '../../cues/cues.ts';
import { ANY_MARK, TOKEN_MARKS } from '../../cues/token-parts.ts';
import { PARTICLES } from './cue-tables.ts';
import { isVerbForm } from './name-kinds.ts';
import type { NameReading } from './name-reading.ts';

interface PlaceRule {
  pattern: RegExp;
  is: boolean;
}

const END = `(?=${ANY_MARK}|\\s|$)`;
/** Past the rest of a word: its marks and its key. */
const SPACE = `(?:${ANY_MARK}\\S*)?\\s`;

function placePattern(form: string, language: string): RegExp {
  const [before, own, after] = form
    .split('_')
    .map((part) => formSource(part, language).replaceAll(NO_LETTER, END).replaceAll(' ', SPACE));
  return new RegExp(`${before === '' ? '' : `(?<=\\s${before})`}${own}${after}${END}`, 'uy');
}

const rulesOf = (language: string): [Place, PlaceRule][] =>
  cueRows(language, 'place').flatMap(({ of, is = true, forms }) =>
    forms.flatMap((form) => {
      const pattern = placePattern(form, language);
      return of.map((place): [Place, PlaceRule] => [place, { pattern, is }]);
    }),
  );

/** By language: its own rules before those of all languages. */
const RULES: Readonly<Record<string, [Place, PlaceRule][]>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [language, [...rulesOf(language), ...rulesOf('any')]]),
);

interface MarkedText {
  text: string;
  /** Where each token begins. */
  offsets: readonly number[];
}

const markedTexts = new WeakMap<NameReading, MarkedText>();

function markedText(reading: NameReading): MarkedText {
  const { tokens, kinds, given, things, cased, hasDictionary, language } = reading;
  let text = ' ';
  const offsets = tokens.map((token, at) => {
    const offset = text.length;
    const marks: Partial<Record<keyof typeof TOKEN_MARKS, boolean>> = {
      [kinds[at] ?? 'unknown']: true,
      given: given[at] === true,
      marked: token.isCapital && !token.isAcronym,
      capital: token.isCapital,
      ends: token.endsPhrase,
      first: token.startsSentence,
      thing: things[at] === true,
      verb: !cased && !hasDictionary && isVerbForm(token, language),
      particle: PARTICLES.has(token.key),
      cased,
      dictionary: hasDictionary,
      key: true,
    };
    const own = Object.entries(TOKEN_MARKS).map(([name, mark]) =>
      marks[name as keyof typeof marks] ? mark : '',
    );
    text += `${token.whole}${own.join('')}${token.key} `;
    return offset;
  });
  return { text, offsets };
}

/** Whether the rows of the cues say that a word is this where it is. */
export function isAt(reading: NameReading, at: number, sought: Place): boolean {
  const known = markedTexts.get(reading) ?? markedText(reading);
  markedTexts.set(reading, known);
  const offset = known.offsets[at];
  if (offset === undefined) return false;
  const rule = RULES[reading.language]?.find(([place, { pattern }]) => {
    pattern.lastIndex = offset;
    return place === sought && pattern.test(known.text);
  });
  return rule?.[1].is === true;
}
