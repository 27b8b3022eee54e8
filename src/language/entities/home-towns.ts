import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { CUE_LANGUAGES, cueRows, withWords, wordClass } from '../cues/cues.ts';
import { type FrameMatch, frameAt, framesOf } from '../cues/frames.ts';
import { type KnownWords, loadKnownWords, nameKey } from './names/known-words.ts';
import { nameKinds } from './names/name-kinds.ts';
import { hasCapitals, type NameToken, nameTokens } from './names/name-tokens.ts';
import { type PhraseTable, phraseAt, phraseTable } from './names/phrase-table.ts';
import type { WordSpan } from './word-span.ts';

/** What people say before the place where they live or were born. */
const cuesOf = (language: string) =>
  cueRows(language, 'home').map(({ cues, strength, of }) => ({
    table: phraseTable(cues),
    /** A date is in them, or follows them: "in Görlitz geboren". */
    frames: framesOf(cues),
    /** Without capitals, it may be how somebody lives: "vivo a lungo", "ich lebe in trennung". */
    isLoose: strength === 'likely',
    /** Only a country or a region follows: "j'habite en France", but "abito in via Roma". */
    isOfCountry: of === 'country',
  }));
type HomeCues = ReturnType<typeof cuesOf>[number];

const CUES: Readonly<Record<string, readonly HomeCues[]>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [language, cuesOf(language)]),
);

const TALK = withWords('^<no town>$');
const GERMAN_TOWN = withWords('^<german town>$');
/** "Bad Homburg", "Neu Wulmstorf" */
const BEFORE_TOWN = wordClass('beforeTownName');
const CALENDAR = withWords('^(?:<month>|<weekday>)$');
/** "Frankfurt am Main", "Palma de Mallorca" */
const LINK = withWords('^<between town names>$');
const BEHIND_TOWN = wordClass('behindTown');
const MOST_WORDS = 4;
const MOST_LINKS = 2;
const LEAST_LETTERS = 4;

/** Towns and countries behind what people say of where they live: "Ich wohne in Bochum", "vivo en Sevilla". */
export async function findHomeTowns(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const { language } = utterance;
  const tokens = nameTokens(utterance);
  const words = tokens.map(({ whole }) => whole);
  const places = words.flatMap((_, at) =>
    (CUES[language] ?? []).flatMap((cue): Place[] => {
      const count = cueLength(tokens, words, at, cue.table);
      const isWhole = count > 0 && !tokens[at + count - 1]?.endsPhrase;
      const framed = cue.frames.flatMap((frame) => frameAt(tokens, at, frame) ?? []);
      return [
        ...(isWhole ? [{ from: at + count, cue, last: words[at + count - 1] ?? '' }] : []),
        ...framed
          .filter(({ gap }) => !gap || isDate(tokens.slice(...gap)))
          .map((match) => ({ ...match, cue, last: '' })),
      ];
    }),
  );
  if (places.length === 0) return [];
  const known = await loadKnownWords();
  const reading = { tokens, language, known, cased: hasCapitals(tokens) };
  return places.flatMap(({ from: at, to: end, cue, last }): WordSpan[] => {
    const to = reading.cased
      ? capitalsEnd(reading, at, cue.isLoose && last)
      : cue.isLoose
        ? at
        : plainEnd(reading, at, end);
    const name = words.slice(at, to).join(' ');
    const type: PiiEntityType = countries(language).has(name) ? 'LOCATION_COUNTRY' : 'LOCATION_CITY';
    const isRefused = type === 'LOCATION_CITY' && cue.isOfCountry;
    return to > at && (end ?? to) === to && !isRefused ? [{ type, utterance: index, from: at, to }] : [];
  });
}

interface Place extends FrameMatch {
  cue: HomeCues;
  /** The word before it, if that may say something else. */
  last: string;
}

const IS_MONTH = withWords('^<month>$');
const isDate = (tokens: readonly NameToken[]): boolean =>
  tokens.some(({ key, said }) => /\p{N}/u.test(said) || IS_MONTH.test(key));

interface Reading {
  tokens: readonly NameToken[];
  language: string;
  known: KnownWords;
  cased: boolean;
}

/**
 * Whether a word with a capital is no place: in German, nouns have capitals, too.
 *
 * @param loose the last word of what is before it and may say something else, or false
 */
function isNoun({ tokens, language, known }: Reading, at: number, loose: string | false): boolean {
  const key = tokens[at]?.key ?? '';
  if (CALENDAR.test(key) || TALK.test(key)) return true;
  if (known.isProper(key) || (BEFORE_TOWN.has(key) && tokens[at + 1]?.isCapital === true)) return false;
  if (language === 'en') return known.isEnglish(key);
  if (language === 'de' && loose !== false && !countries(language).has(key)) return !GERMAN_TOWN.test(key);
  return (language === 'de' || (loose !== false && loose !== 'a')) && known.isCommon(key, language);
}

/** Where a name in capitals ends; its start if there is none. */
function capitalsEnd(reading: Reading, at: number, loose: string | false): number {
  const { tokens } = reading;
  if (tokens[at]?.isCapital !== true || isNoun(reading, at, loose)) return at;
  let to = at + 1;
  while (to - at < MOST_WORDS && !tokens[to - 1]?.endsPhrase) {
    let next = to;
    while (next - to < MOST_LINKS && LINK.test(tokens[next]?.whole ?? '') && !tokens[next]?.endsPhrase)
      next += 1;
    if (tokens[next]?.isCapital !== true) break;
    to = next + 1;
  }
  return to;
}

/**
 * Without capitals a word that nobody says daily, where no other word of that kind follows.
 *
 * @param end where a frame goes on
 */
function plainEnd({ tokens, language, known }: Reading, at: number, end?: number): number {
  const token = tokens[at];
  if (!token) return at;
  const { key } = token;
  const kindOf = nameKinds(language, known, false);
  // "vivo en soledad"
  const isCalled = known.isGiven(key) && !known.isFamily(key) && key !== 'roma';
  const isSaid = language === 'en' ? known.isEnglish(key) : known.isCommon(key, language);
  const isTalk = isCalled || isSaid || TALK.test(key) || known.isOrdinary(key, language);
  const isShort = key.length < LEAST_LETTERS || CALENDAR.test(key);
  const next = token.endsPhrase ? undefined : tokens[at + 1];
  const isLast =
    end === at + 1 || next === undefined || kindOf(next) === 'function' || BEHIND_TOWN.has(next.whole);
  return isTalk || isShort || kindOf(token) === 'function' || !isLast ? at : at + 1;
}

/** Words that may stand before the last of a cue: "wohne jetzt in", "vive ahora en". */
const MOST_BETWEEN = 2;
const BETWEEN = wordClass('beforeTownCue');

/** Number of words of a cue at a place, with what may stand in it; 0 if there is none. */
function cueLength(
  tokens: readonly NameToken[],
  words: readonly string[],
  at: number,
  table: PhraseTable,
): number {
  const whole = phraseAt(words, at, table);
  if (whole > 0 || !table.has(words[at] ?? '')) return whole;
  for (let place = at + 1; place <= at + MOST_WORDS && tokens[place - 1]?.endsPhrase === false; place++) {
    let count = 0;
    while (count < MOST_BETWEEN && BETWEEN.has(words[place + count] ?? '')) count += 1;
    if (count === 0) continue;
    const without = [...words.slice(at, place), words[place + count] ?? ''];
    if (phraseAt(without, 0, table) === without.length) return without.length + count;
  }
  return 0;
}

const named = new Map<string, ReadonlySet<string>>();

/** The countries' names in a language. */
function countries(language: string): ReadonlySet<string> {
  const known = named.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = new Set(letters.flatMap((a) => letters.flatMap((b) => nameKey(names.of(a + b) ?? '') || [])));
  named.set(language, all);
  return all;
}
