import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { type KnownWords, loadKnownWords, nameKey } from './names/known-words.ts';
import { nameKinds } from './names/name-kinds.ts';
import { hasCapitals, type NameToken, nameTokens } from './names/name-tokens.ts';
import { phraseAt, phraseTable } from './names/phrase-table.ts';
import { MONTH, WEEKDAY } from './recognisers/calendar-words.ts';
import type { WordSpan } from './word-span.ts';

/** What people say before the place where they live or were born, in the form of `nameKey`. */
const CUES = {
  en: phraseTable('i live in|we live in|lives in|living in|grew up in|born in'),
  de: phraseTable(
    'wohne in|wohnt in|wohnen in|wohnhaft in|lebe in|lebt in|leben in|geboren in|aufgewachsen in|komme aus',
  ),
  fr: phraseTable(
    "j'habite a|habite a|habitons a|je vis a|ne a|nee a|domicilie a|domiciliee a|demeurant a|j'habite en|habite en|je vis en",
  ),
  es: phraseTable(
    'vivo en|vive en|vivimos en|naci en|nacido en|nacida en|resido en|residente en|domiciliado en|domiciliada en|soy de',
  ),
  it: phraseTable(
    'abito a|abita a|abitiamo a|vivo a|vive a|viviamo a|nato a|nata a|residente a|risiedo a|sono di|abito in|vivo in',
  ),
  pt: phraseTable('moro em|mora em|moramos em|vivo em|vive em|nasci em|nascido em|nascida em|resido em'),
  nl: phraseTable('woon in|woont in|wonen in|geboren in|kom uit'),
};

const isCovered = (language: string): language is keyof typeof CUES => language in CUES;

/** Behind these, without capitals, it may be how somebody lives: "vivo a lungo", "ich lebe in trennung". */
const LOOSE = /^(?:leb\p{L}+ in|komme aus|soy de|viv\p{L}+ a|sono di|kom uit|je vis a)$/u;
/** Only a country or a region follows: "j'habite en France", but "abito in via Roma". */
const OF_COUNTRY: Readonly<Record<string, RegExp>> = { fr: / en$/, it: / in$/ };
const TALK =
  /(?:ung|heit|keit|schaft|miete|angst|not|armut|eile|versehen|alquiler|pareja|paz|pecado|familia|proximite|credito|scrocco|affitto|aluguel)$/;
/** What German towns end in, and moods and other nouns hardly. */
const GERMAN_TOWN =
  /(?:burg|berg|stadt|stedt|dorf|hausen|kirchen|heim|bach|furt|brucken?|ingen|feld|munster|hafen|koln|wien)$/;
/** "Bad Homburg", "Neu Wulmstorf" */
const BEFORE_TOWN = /^(?:bad|sankt|st|neu|alt|gross|klein)$/;
const CALENDAR = new RegExp(`^(?:${MONTH}|${WEEKDAY})$`, 'u');
/** "Frankfurt am Main", "Palma de Mallorca" */
const LINK = /^(?:am|an|auf|ob|der|den|sur|sous|les|de|del|do|da|di|la|el|los|aan|op)$/;
const FOLLOWS =
  /^(?:und|aber|seit|mit|et|mais|depuis|avec|y|pero|desde|con|e|ma|da|mas|desde|com|en|maar|sinds|met)$/;
const MOST_WORDS = 4;
const MOST_LINKS = 2;
const LEAST_LETTERS = 4;

/** Towns and countries behind what people say of where they live: "Ich wohne in Bochum", "vivo en Sevilla". */
export async function findHomeTowns(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const { language } = utterance;
  if (!isCovered(language)) return [];
  const tokens = nameTokens(utterance);
  const words = tokens.map(({ whole }) => whole);
  const places = words.flatMap((_, at): { at: number; cue: string }[] => {
    const count = phraseAt(words, at, CUES[language]);
    return count > 0 && !tokens[at + count - 1]?.endsPhrase
      ? [{ at: at + count, cue: words.slice(at, at + count).join(' ') }]
      : [];
  });
  if (places.length === 0) return [];
  const known = await loadKnownWords();
  const reading = { tokens, language, known, cased: hasCapitals(tokens) };
  return places.flatMap(({ at, cue }): WordSpan[] => {
    const to = reading.cased ? capitalsEnd(reading, at, cue) : plainEnd(reading, at, cue);
    const name = words.slice(at, to).join(' ');
    const type: PiiEntityType = countries(language).has(name) ? 'LOCATION_COUNTRY' : 'LOCATION_CITY';
    const isRefused = type === 'LOCATION_CITY' && OF_COUNTRY[language]?.test(cue) === true;
    return to > at && !isRefused ? [{ type, utterance: index, from: at, to }] : [];
  });
}

interface Reading {
  tokens: readonly NameToken[];
  language: string;
  known: KnownWords;
  cased: boolean;
}

/** Whether a word with a capital is no place: in German, nouns have capitals, too. */
function isNoun({ tokens, language, known }: Reading, at: number, cue: string): boolean {
  const key = tokens[at]?.key ?? '';
  if (CALENDAR.test(key) || TALK.test(key)) return true;
  if (known.isProper(key) || (BEFORE_TOWN.test(key) && tokens[at + 1]?.isCapital === true)) return false;
  if (language === 'en') return known.isEnglish(key);
  const isLoose = LOOSE.test(cue);
  if (language === 'de' && isLoose && !countries(language).has(key)) return !GERMAN_TOWN.test(key);
  return (language === 'de' || (isLoose && !/ a$/.test(cue))) && known.isCommon(key, language);
}

/** Where a name in capitals ends; its start if there is none. */
function capitalsEnd(reading: Reading, at: number, cue: string): number {
  const { tokens } = reading;
  if (tokens[at]?.isCapital !== true || isNoun(reading, at, cue)) return at;
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

/** Without capitals a word that nobody says daily, where nothing else follows. */
function plainEnd({ tokens, language, known }: Reading, at: number, cue: string): number {
  const token = tokens[at];
  if (!token || language === 'en' || LOOSE.test(cue)) return at;
  const { key } = token;
  // "vivo en soledad"
  const isCalled = known.isGiven(key) && !known.isFamily(key) && key !== 'roma';
  const isSaid =
    isCalled || TALK.test(key) || known.isCommon(key, language) || known.isOrdinary(key, language);
  const isShort = key.length < LEAST_LETTERS || CALENDAR.test(key);
  const isFunction = nameKinds(language, known, false)(token) === 'function';
  const next = token.endsPhrase ? '' : (tokens[at + 1]?.whole ?? '');
  return isSaid || isShort || isFunction || (next !== '' && !FOLLOWS.test(next)) ? at : at + 1;
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
