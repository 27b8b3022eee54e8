import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { foldText } from '../../language/entities/fold-text.ts';
import { NUMBER_WORDS, readNumber, readOrdinal } from '../../language/entities/read-number.ts';
import { contentTerms } from '../content-terms.ts';
import type { SpokenSentence } from '../spoken-sentences.ts';
import table from './matter-words.json' with { type: 'json' };

/** What a language's speakers say when they settle something, and when they are only polite. */
interface MatterWords {
  /** Numbers, dates, amounts. */
  facts: ReadonlySet<string>;
  /** Words of actions, decisions, reasons and problems. */
  matter: ReadonlySet<string>;
  courtesies: readonly string[];
}

const split = (text: string): string[] => text.split(' ').filter(Boolean);

const WORDS: ReadonlyMap<string, MatterWords> = new Map(
  Object.entries(table).map(([language, { facts, matter, courtesies }]) => [
    language,
    { facts: new Set(split(facts)), matter: new Set(split(matter)), courtesies: courtesies.split('|') },
  ]),
);

/** With this many of them a sentence is full. */
const FULL_TERMS = 8;
const FULL_FACTS = 2;
const FULL_MATTER = 2;
/** Factor for the weight of a sentence with a greeting or thanks in it. */
const COURTESY_WEIGHT = 0.25;
/** Digits, and numerals before what they count in Chinese and Japanese. */
const NUMERAL = /\p{Nd}|[一二三四五六七八九十百千万]+(?=[月日円元名人時点泊個部台回年分階])/gu;
/** A name, or a noun in German: a capital inside the sentence, but not English "I". */
const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}+/gu;

/** How much a sentence carries: who, what was settled, numbers, dates, reasons; 0 for a greeting, up to 1. */
export function sentenceMatter({ text, language }: SpokenSentence): number {
  const lower = text.toLowerCase().replaceAll('’', "'");
  const words = WORDS.get(language);
  const spoken = lower.split(/[^\p{L}\p{M}\p{N}'-]+/u).filter(Boolean);
  const has = (known: ReadonlySet<string> | undefined) =>
    hasUnspacedScript(text)
      ? [...(known ?? [])].filter((word) => lower.includes(word)).length
      : spoken.filter((word) => known?.has(word)).length;
  const facts =
    has(words?.facts) + numbersSaid(spoken, language, words?.facts) + (text.match(NUMERAL)?.length ?? 0);
  const names = language === 'de' ? 0 : (text.match(NAME)?.length ?? 0);
  const terms = new Set(contentTerms(text, language)).size;
  const full = (count: number, most: number) => Math.min(count, most) / most;
  const carried =
    0.4 * full(terms, FULL_TERMS) +
    0.35 * full(facts + names, FULL_FACTS) +
    0.25 * full(has(words?.matter), FULL_MATTER);
  const isPolite = words?.courtesies.some((phrase) => lower.includes(phrase)) ?? false;
  return isPolite ? carried * COURTESY_WEIGHT : carried;
}

/** Numbers in words that the lists do not have: "achtundzwanzig", "two hundred and six". */
function numbersSaid(
  spoken: readonly string[],
  language: string,
  listed: ReadonlySet<string> | undefined,
): number {
  const numbers = NUMBER_WORDS[language];
  if (!numbers) return 0;
  const folded = spoken.map(foldText);
  let count = 0;
  for (let at = 0; at < folded.length; ) {
    const number = readNumber(folded, at, numbers) ?? readOrdinal(folded, at, numbers);
    const isNew = spoken.slice(at, at + (number?.words ?? 0)).every((word) => !listed?.has(word));
    // "one" and "un" seldom count.
    if (number && number.value > 1 && isNew) count += 1;
    at += number?.words ?? 1;
  }
  return count;
}
