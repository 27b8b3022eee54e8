import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { withWords, wordClass } from '../../cues/cues.ts';
import type { WordSpan } from '../word-span.ts';
import { NAME_CUES, type NameCues, PARTICLES } from './cue-tables.ts';
import { answeredName, asksForName, cuedNames } from './cued-names.ts';
import { dayOrKin } from './days-and-kin.ts';
import everydayWords from './everyday-words.json' with { type: 'json' };
import { type KnownWords, loadKnownWords, nameKey } from './known-words.ts';
import { type NameKind, nameKinds } from './name-kinds.ts';
import { isAt } from './name-places.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import { hasCapitals, type NameToken, nameTokens } from './name-tokens.ts';
import { plainNames } from './plain-names.ts';
import { spelledNames } from './spelled-names.ts';

/** Languages in which names of people can be found by rules. */
export const hasNameRules = (language: string): boolean => language in NAME_CUES;

/**
 * Names of people, by what announces them and by lists of names of many origins, whether or not the text has capitals.
 *
 * @param indices of the utterances to search, all in this language
 * @param others what a library found: people, of whom those stay that can be some, and places and organisations, whose
 *   words are no names by themselves
 */
export async function findPeople(
  utterances: readonly Utterance[],
  indices: readonly number[],
  language: string,
  others: readonly WordSpan[],
): Promise<WordSpan[]> {
  const cues = NAME_CUES[language];
  if (!cues) return [];
  const known = await loadKnownWords();
  const readings = new Map(
    indices.map((index): [number, NameReading] => {
      const placed = placesIn(index, others);
      return [index, readingOf(nameTokens(utterances[index] ?? { words: [] }), placed, language, known)];
    }),
  );
  const order = inTime(utterances);
  const ranges = new Map<number, NameRange[]>();
  for (const [place, index] of order.entries()) {
    const reading = readings.get(index);
    if (!reading) continue;
    const before = readings.get(order[place - 1] ?? -1);
    const isAnswer = before !== undefined && asksForName(before.tokens, cues);
    const placed = placesIn(index, others);
    const plain =
      language === 'en' || reading.cased
        ? plainNames(limited(reading, language, known), (at) => placed(at) || isAt(reading, at, 'no person'))
        : listedPairs(reading, known);
    ranges.set(index, [
      ...(isAnswer ? answeredName(reading, cues) : []),
      ...cuedNames(reading, cues),
      ...plain,
    ]);
  }
  for (const { type, utterance, from, to } of others) {
    const reading = readings.get(utterance);
    const range = reading ? withoutTalk(reading, { from, to }) : { from, to };
    if (type.startsWith('NAME') && reading && isPlausible(reading, range)) {
      ranges.set(utterance, [...(ranges.get(utterance) ?? []), range]);
    }
  }
  addSpelled(readings, ranges, order, { known, cues });
  return [...ranges].flatMap(([utterance, own]) =>
    joined(own).map(({ from, to, isMedical }) => ({
      type: isMedical ? ('NAME_MEDICAL_PROFESSIONAL' as const) : ('NAME' as const),
      utterance,
      from,
      to,
    })),
  );
}

/** What the words of an utterance may be. */
export const readNames = (
  utterance: Pick<Utterance, 'words'>,
  language: string,
  known: KnownWords,
): NameReading => readingOf(nameTokens(utterance), () => false, language, known);

/**
 * "MARIO ROSSI A NAPOLI": a given name and a family name beside it, in capitals alone, of a language whose words are not
 * known.
 */
const listedPairs = ({ tokens, kinds, given }: NameReading, known: KnownWords): NameRange[] => {
  if (tokens.some(({ key, isAcronym }) => key.length > 1 && !isAcronym)) return [];
  return tokens.flatMap(({ endsPhrase }, at) => {
    const key = tokens[at + 1]?.key ?? '';
    const isFamily =
      known.isFamily(key) &&
      !known.isGiven(key) &&
      (kinds[at + 1] === 'name' || kinds[at + 1] === 'wordName');
    return kinds[at] === 'name' && given[at] && !endsPhrase && isFamily ? [{ from: at, to: at + 2 }] : [];
  });
};

function readingOf(
  tokens: NameToken[],
  placed: (at: number) => boolean,
  language: string,
  known: KnownWords,
): NameReading {
  const cased = hasCapitals(tokens);
  const isEnglish = language === 'en';
  const given = tokens.map(({ key }) => known.isGiven(key));
  const kinds = tokens.map(nameKinds(language, known, cased)).map((kind, at) => {
    const special = isEnglish ? undefined : dayOrKin(tokens, at);
    if (special) return special;
    const isFirst = cased && !isEnglish && tokens[at]?.startsSentence === true;
    return isFirst && isSaidFirst(tokens[at]?.key ?? '', kind, language, known) ? 'word' : kind;
  });
  const things = tokens.map(({ key }, at) => {
    if (isEnglish) return placed(at) && kinds[at] !== 'name';
    return !given[at] && (known.isCommon(key, language) || (known.isProper(key) && !known.isFamily(key)));
  });
  return { language, tokens, kinds, given, things, cased, hasDictionary: isEnglish };
}

/** "catherine the next morning": what a library takes for a person, up to a word that is part of no name. */
function withoutTalk({ kinds, cased, tokens }: NameReading, { from, to }: NameRange): NameRange {
  const end = kinds.findIndex(
    (kind, at) =>
      at > from &&
      at < to &&
      kind === 'function' &&
      !PARTICLES.has(tokens[at]?.key ?? '') &&
      !(cased && tokens[at]?.isCapital),
  );
  return { from, to: end < 0 ? to : end };
}

/** Whether what a library takes for a person can be one: it takes "grace" and "April" for people, too. */
function isPlausible({ tokens, kinds, cased }: NameReading, { from, to }: NameRange): boolean {
  const own = tokens.slice(from, to);
  if (kinds.slice(from, to).includes('name')) return true;
  const marked = own.filter(
    ({ isCapital, startsSentence }, index) => isCapital && (!startsSentence || index > 0),
  );
  return cased && marked.some((token) => kinds[tokens.indexOf(token)] !== 'function');
}

/** Without a dictionary of the language, only given names are names by themselves. */
function limited(reading: NameReading, language: string, known: KnownWords): NameReading {
  if (language === 'en') return reading;
  const { tokens } = reading;
  return {
    ...reading,
    kinds: reading.kinds.map((kind, at) => {
      if (language === 'de' && reading.cased && isGermanNoun(tokens, at, known)) return 'word';
      if (kind !== 'name') return kind === 'unknown' ? 'word' : kind;
      return known.isGiven(tokens[at]?.key ?? '') ? 'name' : 'unknown';
    }),
  };
}

/** Whether the capital of a word that begins a sentence says nothing: "Attendez.", "Pardon ?" */
const isSaidFirst = (key: string, kind: NameKind, language: string, known: KnownWords): boolean =>
  (kind === 'name' && isSaidDaily(key, language, known)) ||
  (kind === 'unknown' && (known.isCommon(key, language) || isSaidDaily(key, language, known)));

/**
 * Whether a word is said daily, whoever is called so: "Ça", "Está" and "Ora" have a capital at the start of a sentence, and are names without
 * their accents or elsewhere.
 */
function isSaidDaily(key: string, language: string, known: KnownWords): boolean {
  let words = daily.get(language);
  if (!words) {
    const list: Readonly<Record<string, string>> = everydayWords;
    const said = [...(list[language] ?? '').split(' '), ...wordClass('more daily')].map(nameKey);
    words = new Set(said.filter((word) => !NAMES_FIRST.has(word)));
    daily.set(language, words);
  }
  return words.has(key) || (language === 'de' && known.isOrdinary(key, language));
}

const daily = new Map<string, ReadonlySet<string>>();
/** With a capital, these are mostly people. */
const NAMES_FIRST: ReadonlySet<string> = new Set(['pierre', 'julio', 'mila']);
/** Before a noun, and before no name; before either. */
const INDEFINITE = withWords('^<before a noun>$');
const DEFINITE = withWords('^<before a noun or name>$');
const ADJECTIVE = /^\p{Ll}+e[mnrs]?$/u;

/** In German, nouns have capitals, too: "der böse Wolf", "im Mai". */
function isGermanNoun(tokens: readonly NameToken[], at: number, known: KnownWords): boolean {
  let before = at - 1;
  const wordAt = (place: number) => (tokens[place]?.endsPhrase ? '' : (tokens[place]?.whole ?? ''));
  while (at - before < 3 && !DEFINITE.test(wordAt(before)) && !tokens[before]?.isCapital) {
    if (INDEFINITE.test(wordAt(before)) || !ADJECTIVE.test(wordAt(before))) break;
    before -= 1;
  }
  const isNoun = known.isOrdinary(tokens[at]?.key ?? '', 'de');
  return INDEFINITE.test(wordAt(before)) || (DEFINITE.test(wordAt(before)) && isNoun);
}

const inTime = (utterances: readonly Utterance[]): number[] =>
  utterances
    .map((_, index) => index)
    .sort((a, b) => (utterances[a]?.start ?? 0) - (utterances[b]?.start ?? 0));

function placesIn(utterance: number, others: readonly WordSpan[]): (at: number) => boolean {
  const own = others.filter((span) => span.utterance === utterance && !span.type.startsWith('NAME'));
  return (at) => own.some(({ from, to }) => at >= from && at < to);
}

/** What is spelled so few words behind a word for names is one: "my last name is spelled b, r, o". */
const WORDS_TO_SPELLED = 5;
const NAME_WORD = withWords('^<name word of a form>$');

/** A spelled name is one that was said, or one that the lists have. */
function addSpelled(
  readings: ReadonlyMap<number, NameReading>,
  ranges: Map<number, NameRange[]>,
  order: readonly number[],
  { known, cues }: { known: KnownWords; cues: NameCues },
): void {
  const said = new Set(
    [...ranges].flatMap(([index, own]) =>
      own.flatMap(
        ({ from, to }) =>
          readings
            .get(index)
            ?.tokens.slice(from, to)
            .map(({ key }) => key) ?? [],
      ),
    ),
  );
  for (const [place, index] of order.entries()) {
    const reading = readings.get(index);
    if (!reading) continue;
    const before = readings.get(order[place - 1] ?? -1)?.tokens ?? [];
    const near = [...before, ...reading.tokens].some(({ whole }) =>
      /^(?:spell(?:ed|t|ing)?|spelled|letters?)$/.test(whole),
    );
    const isAsked = asksForName(before, cues) || (near && said.size > 0);
    const isName = (letters: string, from: number) =>
      said.has(letters) ||
      isAsked ||
      reading.tokens
        .slice(Math.max(from - WORDS_TO_SPELLED, 0), from)
        .some(({ whole }) => NAME_WORD.test(whole)) ||
      ((known.isGiven(letters) || known.isFamily(letters)) && letters.length > 3);
    ranges.set(index, [...(ranges.get(index) ?? []), ...spelledNames(reading, isName)]);
  }
}

/** Ranges that overlap or touch inside one name are one. */
function joined(ranges: readonly NameRange[]): NameRange[] {
  const all: NameRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (!last || range.from >= last.to) {
      all.push({ ...range });
      continue;
    }
    last.to = Math.max(last.to, range.to);
    if (range.isMedical) last.isMedical = true;
  }
  return all;
}
