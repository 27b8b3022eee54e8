import { abbreviationKinds } from '../../engine/transcript/abbreviations.ts';
import table from './break-words.json' with { type: 'json' };
import type { CaptionPiece } from './caption-piece.ts';
import { functionWordsOf } from './function-words.ts';
import { timeTie, wholeWord } from './time-pairs.ts';

/** Costs of breaks, from none at a sentence end to one used only if nothing else fits. */
const COST = {
  clause: 12,
  beforeConjunction: 40,
  beforePhrase: 60,
  plain: 85,
  besideGermanNoun: 120,
  afterLight: 170,
  insideName: 300,
  insidePhrase: 320,
  besideNumber: 420,
  insideWord: 2000,
};
/** Share of a break's cost that a pause of one second removes. */
const PAUSE_RELIEF = 0.75;

const CLOSERS = '["\'”’»›)\\]」』】）]*';
const CLAUSE_END = new RegExp(`(?:[,;:–—،؛、，；：]| -|\\.{3}|…)${CLOSERS}$`, 'u');
const BRACKET_START = /^[("“„«‹[「『【（]/u;
/** "500", "$5", "3.5", "20–30"; and what follows a noun may have a mark behind it: "chapter 5." */
const NUMBER = /^[\p{Sc}#~]?[-+−]?[\p{Nd}½¼¾][\p{Nd}½¼¾.,:/–-]*(?: [-–] \p{Nd}[\p{Nd}.,]*)?$/u;
const MARKED_NUMBER = /^[\p{Sc}#~№]?\p{Nd}[\p{Nd}.,:/–-]*["'”’»)\]!?;…]*$/u;
/**
 * GB, MHz, kWh, dB, °C, €, PM, USD and what is counted, also in scripts without capitals. English "I" is none; East Asia has counters.
 */
const UNIT = new RegExp(
  String.raw`^(?!I$)(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{Lo}|[\p{Ll}%‰°'′″\p{Sc}µΩ]|` +
    String.raw`\p{Lu}{1,4}(?![\p{L}\p{M}])|\p{Lu}\p{Lu}?\p{Ll}{0,2}(?:\/\p{L}+)?(?![\p{L}\p{M}'’]))`,
  'u',
);
const SIGN_BEFORE_NUMBER = /(?:^|\s)[\p{Sc}§№#±≈~]+$/u;
/** Digits in groups: "10 000", "06 12 34". */
const DIGITS_BEFORE_GROUP = /^\p{Sc}?\+?\p{Nd}{1,3}$/u;
const DIGIT_GROUP = /^(?:\p{Nd}{2,3})(?!\p{Nd})/u;
const HOUR = wholeWord(table.hour);
/** "Maria", "Jean-Pierre", "Friedrich-Ebert-Straße", "L'Oréal". */
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}'’-]*[\p{Ll}\p{M}]$/u;
/** German and Dutch names of streets. */
const STREET = wholeWord(`(?=\\p{Lu})\\S*(?:${table.street.replaceAll(' ', '|')})`);
/** Before a name with a capital: "calle Mayor", "señora García". */
const LEADS_TO_NAME = wholeWord(table.leadsToName);
const PARTICLE = wholeWord(table.particle);
/** "Vitamin D", "Plan B"; no word of one letter has a capital inside a sentence but the English "I". */
const LETTER = /^(?!I\b)\p{Lu}["'”’»)\],;:.!?…]*$/u;

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/(?<=[\p{L}\p{N}'’])[^\p{L}\p{N}'’]+$/u, '')
    .replace('’', "'");

/** What is counted in Chinese, Japanese and Korean, and their greater numbers. */
const COUNTER = new RegExp(`^(?:${table.counter.replaceAll(' ', '|')})`, 'u');
/** "J." and "J.R.R." */
const INITIAL = /^[("“„«‘]*(?:\p{Lu}\.)+$/u;

const isFunctionWord = (word: string, language: string): boolean => {
  const { leading, light, conjunctions } = functionWordsOf(language);
  return leading.has(word) || light.has(word) || conjunctions.has(word);
};

/** Join a number to what it counts: "el 5 de mayo", "3 of us", "12 por cento". */
const JOINS_NUMBER = wholeWord(table.joinsNumber);

/** German nouns, such as Euro and Prozent, are written like names; a preposition or a conjunction begins something else. */
const hasUnit = ({ text, language }: CaptionPiece, word: string): boolean =>
  (UNIT.test(text) && (JOINS_NUMBER.test(word) || !isFunctionWord(word, language))) ||
  COUNTER.test(text) ||
  (language === 'de' && /^\p{Lu}\p{Ll}/u.test(text));

/** "$ 500", "§ 5", "chapter 5", "Fig. 3" and "14 h 30". */
const countsWith = ({ text, language }: CaptionPiece, word: string): boolean =>
  SIGN_BEFORE_NUMBER.test(text) ||
  HOUR.test(word) ||
  ((language === 'de' || language === 'nl') && STREET.test(text)) ||
  functionWordsOf(language).counted.has(word) ||
  (text.endsWith('.') && abbreviationKinds(word, '', language).size > 0);

/** "10 / 000", "12 / 34". */
const isInsideNumber = (before: string, after: string): boolean =>
  DIGITS_BEFORE_GROUP.test(before) && DIGIT_GROUP.test(after);

/** "George W.", "Dr.": a name follows. */
const leadsToName = ({ text, language }: CaptionPiece, word: string): boolean =>
  INITIAL.test(text) || (text.endsWith('.') && abbreviationKinds(word, '', language).has('titles'));

/** What is before and behind the two pieces of a break. */
interface Neighbours {
  earlier?: CaptionPiece | undefined;
  later?: CaptionPiece | undefined;
}

/** Cost of parting two words, of which the second has a capital or the first one has: a name, a street and its number. */
function nameCost({ text, language }: CaptionPiece, left: string, after: string): number | null {
  if (LETTER.test(after)) return COST.besideNumber;
  const isCapitalised = CAPITALISED.test(text);
  if (isCapitalised && MARKED_NUMBER.test(after)) return COST.afterLight;
  if (PARTICLE.test(left) && PARTICLE.test(after)) return COST.insideName;
  if (!/^(?:\p{Lu}['’])?\p{Lu}\p{Ll}/u.test(after)) return null;
  // "25 Main Street".
  if (DIGITS_BEFORE_GROUP.test(text)) return COST.besideNumber;
  if (LEADS_TO_NAME.test(left) || PARTICLE.test(left)) return COST.insideName;
  if (!isCapitalised) return null;
  return language === 'de' ? COST.besideGermanNoun : COST.insideName;
}

/** "Art. 12": the number has its noun, so what follows is no unit. */
const hasNoun = (earlier: CaptionPiece | undefined): boolean =>
  earlier !== undefined && countsWith(earlier, bare(earlier.text));

/** "las 5 y media", "14 e 30", "3 and a half". */
const JOINS_PARTS = wholeWord(table.joinsParts);
const PART = wholeWord(table.part);
const PER_CENT = /^p(?:er|or|our) ci?ent/u;

const isPart = ({ text }: CaptionPiece): boolean => MARKED_NUMBER.test(text) || PART.test(bare(text));

/** Whether a number goes on behind it, or what it counts begins there. */
function isCounted(after: CaptionPiece, right: string, later: CaptionPiece | undefined): boolean {
  if (hasUnit(after, right)) return true;
  if (later === undefined) return false;
  return JOINS_PARTS.test(right) ? isPart(later) : PER_CENT.test(`${right} ${bare(later.text)}`);
}

/** Whether a break is inside a number of several words, or between it and what it counts. */
function isInNumber(before: CaptionPiece, after: CaptionPiece, { earlier, later }: Neighbours): boolean {
  const right = bare(after.text);
  if (isInsideNumber(before.text, after.text)) return true;
  if (NUMBER.test(before.text)) return !hasNoun(earlier) && isCounted(after, right, later);
  return JOINS_PARTS.test(bare(before.text)) && NUMBER.test(earlier?.text ?? '') && isPart(after);
}

const TIE_COST = { close: COST.insidePhrase, loose: COST.afterLight };

function grammarCost(before: CaptionPiece, after: CaptionPiece, neighbours: Neighbours): number {
  const words = functionWordsOf(before.language);
  const left = bare(before.text);
  const right = bare(after.text);
  if (words.leading.has(left) || words.trailing.has(right)) return COST.insidePhrase;
  if (isInNumber(before, after, neighbours)) return COST.besideNumber;
  if (MARKED_NUMBER.test(after.text) && countsWith(before, left)) return COST.besideNumber;
  if (/^\p{Lu}/u.test(after.text) && leadsToName(before, left)) return COST.besideNumber;
  if (words.numbers.has(left) && !isFunctionWord(right, before.language)) return COST.insidePhrase;
  const tie = timeTie(left, right);
  if (tie) return TIE_COST[tie];
  const name = nameCost(before, left, after.text);
  if (name !== null) return name;
  if (words.conjunctions.has(right)) {
    // "and then | because": two conjunctions count as one.
    return words.conjunctions.has(left) ? COST.insidePhrase : COST.beforeConjunction;
  }
  if (words.conjunctions.has(left) || words.light.has(left)) return COST.afterLight;
  return words.leading.has(right) || words.trailing.has(left) ? COST.beforePhrase : COST.plain;
}

/**
 * Cost of ending a row or a cue between two pieces of one voice: none at a sentence end, little after a clause, more
 * inside one, and most after an article or a preposition; lower if the speaker pauses.
 */
export function breakCost(before: CaptionPiece, after: CaptionPiece, neighbours: Neighbours = {}): number {
  if (after.continuesWord) return COST.insideWord;
  if (before.endsSentence) return 0;
  const cost =
    CLAUSE_END.test(before.text) || BRACKET_START.test(after.text)
      ? COST.clause
      : grammarCost(before, after, neighbours);
  const pause = Math.min(Math.max(after.startMs - before.endMs, 0) / 1000, 1);
  return cost * (1 - PAUSE_RELIEF * pause);
}
