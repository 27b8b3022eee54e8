import { abbreviationKinds } from '../../engine/transcript/abbreviations.ts';
import type { CaptionPiece } from './caption-piece.ts';
import { functionWordsOf } from './function-words.ts';

/** Costs of breaks, from none at a sentence end to one used only if nothing else fits. */
const COST = {
  clause: 12,
  beforeConjunction: 40,
  beforePhrase: 60,
  plain: 85,
  afterLight: 170,
  insidePhrase: 320,
  besideNumber: 420,
  insideWord: 2000,
};
/** Share of a break's cost that a pause of one second removes. */
const PAUSE_RELIEF = 0.75;

const CLOSERS = '["\'”’»›)\\]」』】）]*';
const CLAUSE_END = new RegExp(`(?:[,;:–—،؛、，；：]|\\.{3}|…)${CLOSERS}$`, 'u');
const BRACKET_START = /^[("“„«‹[「『【（]/u;
/** "500", "$5", "3.5", "20–30"; and what follows a noun may have a mark behind it: "chapter 5." */
const NUMBER = /^[\p{Sc}#~]?[-+−]?[\p{Nd}½¼¾][\p{Nd}½¼¾.,:/–-]*$/u;
const MARKED_NUMBER = /^[\p{Sc}#~№]?\p{Nd}[\p{Nd}.,:/–-]*["'”’»)\]!?;…]*$/u;
/**
 * GB, MHz, kWh, dB, °C, €, PM, USD and what is counted, also in scripts without capitals. English "I" is none; East Asia has counters.
 */
const UNIT =
  /^(?!I$)(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{Lo}|[\p{Ll}%‰°'′″\p{Sc}µΩ]|\p{Lu}{1,4}(?![\p{L}\p{M}])|\p{Lu}\p{Lu}?\p{Ll}{0,2}(?:\/\p{L}+)?(?![\p{L}\p{M}'’]))/u;
const SIGN_BEFORE_NUMBER = /(?:^|\s)[\p{Sc}§№#±≈~]+$/u;
const CAPITALISED = /^\p{Lu}[\p{Ll}\p{M}'’-]+$/u;

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/(?<=[\p{L}\p{N}'’])[^\p{L}\p{N}'’]+$/u, '')
    .replace('’', "'");

/** What is counted in Chinese, Japanese and Korean, and their greater numbers. */
const COUNTER =
  /^(?:[万萬亿億千百十兆名人个個年月日号號点點时時分秒元块塊岁歲倍度円歳回本枚件章节節页頁条階番]|(?:명|개|년|월|일|시|분|초|원|번|살|배|만|억|천|퍼센트)(?![^\s\p{P}]{3}))/u;
/** "J." and "J.R.R." */
const INITIAL = /^[("“„«‘]*(?:\p{Lu}\.)+$/u;

/** German nouns, such as Euro and Prozent, are written like names. */
const hasUnit = ({ text, language }: CaptionPiece): boolean =>
  UNIT.test(text) || COUNTER.test(text) || (language === 'de' && /^\p{Lu}\p{Ll}/u.test(text));

/** "$ 500", "§ 5", "chapter 5" and "Fig. 3". */
const countsWith = ({ text, language }: CaptionPiece, word: string): boolean =>
  SIGN_BEFORE_NUMBER.test(text) ||
  functionWordsOf(language).counted.has(word) ||
  (text.endsWith('.') && abbreviationKinds(word, '', language).has('numbered'));

/** "George W.", "Dr.": a name follows. */
const leadsToName = ({ text, language }: CaptionPiece, word: string): boolean =>
  INITIAL.test(text) || (text.endsWith('.') && abbreviationKinds(word, '', language).has('titles'));

function grammarCost(before: CaptionPiece, after: CaptionPiece): number {
  const words = functionWordsOf(before.language);
  const left = bare(before.text);
  const right = bare(after.text);
  if (words.leading.has(left) || words.trailing.has(right)) return COST.insidePhrase;
  // A number and its unit, a first and a family name.
  if (NUMBER.test(before.text) && hasUnit(after)) return COST.besideNumber;
  if (MARKED_NUMBER.test(after.text) && countsWith(before, left)) return COST.besideNumber;
  if (/^\p{Lu}/u.test(after.text) && leadsToName(before, left)) return COST.besideNumber;
  if (CAPITALISED.test(before.text) && MARKED_NUMBER.test(after.text)) return COST.afterLight;
  if (before.language !== 'de' && CAPITALISED.test(before.text) && /^\p{Lu}\p{Ll}/u.test(after.text)) {
    return COST.afterLight;
  }
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
export function breakCost(before: CaptionPiece, after: CaptionPiece): number {
  if (after.continuesWord) return COST.insideWord;
  if (before.endsSentence) return 0;
  const cost =
    CLAUSE_END.test(before.text) || BRACKET_START.test(after.text) ? COST.clause : grammarCost(before, after);
  const pause = Math.min(Math.max(after.startMs - before.endMs, 0) / 1000, 1);
  return cost * (1 - PAUSE_RELIEF * pause);
}
