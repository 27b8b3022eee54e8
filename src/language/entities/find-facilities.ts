import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { CUE_LANGUAGES, cuePhrases, withWords, wordClass } from '../cues/cues.ts';
import { type KnownWords, loadKnownWords } from './names/known-words.ts';
import { hasCapitals, type NameToken, nameTokens } from './names/name-tokens.ts';
import { phraseAt, phraseTable } from './names/phrase-table.ts';
import type { WordSpan } from './word-span.ts';

/** How a language names hospitals and the like. */
const tablesOf = (language: string) => ({
  /** What a facility is, after its name or before it: "Mercy Hospital", "Hôpital Saint-Louis". */
  after: phraseTable(cuePhrases(language, 'facility', { side: 'behind' })),
  before: phraseTable(cuePhrases(language, 'facility', { side: 'before' })),
  /** May stand between what it is and its name: "Hospital Universitario La Paz". */
  kinds: wordClass('facilityKind', language),
  /** Lead to a name or join its parts: "Klinik am Park". */
  links: wordClass('facilityLink', language),
  /** Say which one without naming it: "the local hospital", "l'hôpital de jour". */
  general: wordClass('facilityGeneral', language),
});
type Words = ReturnType<typeof tablesOf>;

const TABLES: Readonly<Record<string, Words>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [language, tablesOf(language)]),
);
/** Words that begin the name of a saint. */
const SAINTS = wordClass('saint');
/** In lower case, ordinary English words that hospitals are named with. */
const NAMING_WORDS = wordClass('facilityName');

/** Whether named hospitals, clinics and the like can be found in a language. */
export const hasFacilityRules = (language: string): boolean => language in TABLES;

/** Most words of a name, without what the facility is. */
const MOST_WORDS = 5;
const POSSESSIVE = /'s?$/;
/** German compounds: "Robert-Bosch-Krankenhaus", "Marienhospital". */
const PATRONS = [...wordClass('patron saint')].join('|');
const COMPOUND = withWords(`^(?:.+-|(?:${PATRONS})-?)<facility ending>$`);

/**
 * Named hospitals, clinics, practices and homes in an utterance, with or without capitals: what the facility is, and a
 * name before or after it, depending on the language. "The local hospital" names none.
 *
 * @param utterance in a language with rules
 */
export async function findFacilities(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const words = TABLES[utterance.language];
  if (!words) return [];
  const tokens = nameTokens(utterance);
  const keys = tokens.map(({ whole }) => unlinked(whole));
  const known = await loadKnownWords();
  const reading = { tokens, words, cased: hasCapitals(tokens), known };
  return tokens.flatMap((_, at): WordSpan[] => {
    const span =
      (utterance.language === 'de' && compound(reading, at)) ||
      nameBefore(reading, at, phraseAt(keys, at, words.after)) ||
      nameAfter(reading, at, phraseAt(keys, at, words.before));
    return span ? [{ type: 'ORGANIZATION_MEDICAL_FACILITY', utterance: index, ...span }] : [];
  });
}

interface Reading {
  tokens: readonly NameToken[];
  words: Words;
  cased: boolean;
  known: KnownWords;
}

type Range = Pick<WordSpan, 'from' | 'to'>;

function compound({ tokens }: Reading, at: number): Range | null {
  return COMPOUND.test(tokens[at]?.whole ?? '') ? { from: at, to: at + 1 } : null;
}

/** What a word before or after a facility may be. */
type Part = 'name' | 'joint' | 'end';

/** "Saint Mary's Hospital", "mount sinai hospital". @param length of what the facility is, in words; 0 if it is none */
function nameBefore(reading: Reading, at: number, length: number): Range | null {
  if (length === 0) return null;
  const { tokens, words, cased } = reading;
  let from = at;
  let named = false;
  for (let place = at - 1; place >= 0 && at - place <= MOST_WORDS; place--) {
    const part = partBefore(reading, place, from < at);
    if (part === 'end') break;
    if (part === 'joint') continue;
    from = place;
    named ||= !isGeneral(words, tokens[place]);
  }
  const first = tokens[from];
  if (from === at || !first) return null;
  const isTitle = tokens[at]?.isCapital === true;
  // Capitals make a name of general words: "University Hospital".
  const isTitled = cased && isTitle && !first.startsSentence;
  return named || isTitled ? { from, to: at + length } : null;
}

function partBefore({ tokens, words, cased, known }: Reading, place: number, hasName: boolean): Part {
  const token = tokens[place];
  if (!token || token.key === '' || (token.endsPhrase && !POSSESSIVE.test(token.whole))) return 'end';
  if (cased && !token.isCapital) {
    return hasName && words.links.has(token.whole) && tokens[place - 1]?.isCapital ? 'joint' : 'end';
  }
  if (isArticle(token.whole)) return 'end';
  if (cased || isGeneral(words, token)) return 'name';
  const base = bare(token);
  return known.isEnglish(base) && !NAMING_WORDS.has(base) && !known.isFamily(base) ? 'end' : 'name';
}

const bare = ({ whole }: NameToken): string => whole.replace(POSSESSIVE, '');
const isGeneral = ({ general }: Words, token: NameToken | undefined): boolean =>
  token !== undefined && (general.has(token.whole) || general.has(bare(token)));

/** "Hôpital Saint-Louis", "klinik am park". @param length of what the facility is, in words; 0 if it is none */
function nameAfter(reading: Reading, at: number, length: number): Range | null {
  const { tokens, cased } = reading;
  if (length === 0 || tokens[at + length - 1]?.endsPhrase) return null;
  let to = at;
  let isLinked = false;
  for (let place = at + length; place < Math.min(tokens.length, at + length + MOST_WORDS); place++) {
    const token = tokens[place];
    if (!token) break;
    const isSaint = startsSaint(token);
    const part = partAfter(reading, at, token, isLinked);
    // Without capitals nothing says how far a name goes.
    if (part === 'end' || (part === 'joint' && to > at && !cased && !isSaint)) break;
    if (part === 'name') to = place + 1;
    isLinked = true;
    if (!isSaint && (token.endsPhrase || (part === 'name' && !cased))) break;
  }
  return to > at ? { from: at, to } : null;
}

function partAfter({ tokens, words, cased }: Reading, at: number, token: NameToken, isLinked: boolean): Part {
  const key = token.whole;
  const isLink = words.links.has(key) && !(cased && token.isCapital && startsSaint(token));
  // "Hospital of the University": where only names have capitals, a general word with one is part of a name.
  const isTitled = words.after.size > 0 && tokens[at]?.isCapital === true;
  const isGeneralWord = !isTitled && words.general.has(unlinked(key));
  const mayBeName = cased
    ? token.isCapital
    : (isLinked || startsSaint(token) || unlinked(key) !== key) && !isLink && !isArticle(key);
  if (token.key !== '' && mayBeName && !isGeneralWord) return 'name';
  return isLink || words.kinds.has(key) ? 'joint' : 'end';
}

const startsSaint = ({ whole }: NameToken): boolean =>
  SAINTS.has(whole) || /^(?:saint|sainte|st|sankt)-/.test(whole);

const unlinked = (key: string): string => key.replace(/^(?:d|l|dell|all|nell|sull|dall|sant)'/, '');

const ARTICLES = wordClass('before facility');
const isArticle = (key: string): boolean => ARTICLES.has(key);
