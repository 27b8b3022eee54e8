import { splitClitics } from '../split-clitics.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import { EMOTION_WORDS } from './emotion-words.ts';
import { type Emotion, POLARITY } from './emotions.ts';
import type { Judgement } from './judge-labels.ts';
import type { Lexicon } from './lexicons.ts';
import { findPhrases } from './phrases.ts';

/** Rating of an emotion word that is not in the lexicon. */
const USUAL_RATING = 2;
/** With less than this a sentence says nothing about feelings. */
const LEAST_RATING = 1;
/** In questions, with less than this: "When did the problem start?" */
const LEAST_IN_QUESTION = 4;
/** What makes a statement a question: "it's lovely, isn't it?" */
const TAG =
  /, (?:(?:is|are|was|were|do|does|did|has|have|ca|wo|could|would)n['’]t (?:it|they|that|this|he|she|you|we)|can you believe|right|huh|eh)\b[^,]*\?\s*$/u;
/** From this share on the weaker side counts and the sentence is mixed. */
const MIXED_SHARE = 0.5;

/** Words between which a speaker may change sides. */
const PARTINGS: ReadonlySet<string> = new Set(
  'and but although though however yet while except und aber obwohl jedoch mais pourtant et pero aunque y ma però e maar en mas'.split(
    ' ',
  ),
);

/** What one part of a sentence says. */
interface Clause {
  good: number;
  bad: number;
}

/** A word or phrase that says something about feelings. */
interface Expression {
  at: number;
  rating: number;
  emotion?: Emotion | undefined;
}

/** Judges a sentence by its words and phrases, inverting those after a negation. */
export function judgeWords(text: string, language: string, lexicon: Lexicon): Judgement {
  const spoken = text.split(/\s+/u);
  const words = spoken.map((word) => plainMarks(splitWord(word).core).toLowerCase());
  const expressions = expressionsIn(words, language, lexicon);
  const clauses: Clause[] = [{ good: 0, bad: 0 }];
  for (const [index, word] of words.entries()) {
    if (PARTINGS.has(word) || /[,;:]$/u.test(spoken[index - 1] ?? '')) clauses.push({ good: 0, bad: 0 });
    const clause = clauses.at(-1);
    for (const { at, rating } of expressions) {
      if (at === index && clause) clause[rating > 0 ? 'good' : 'bad'] += Math.abs(rating);
    }
  }
  const felt = new Map<Emotion, number>();
  for (const { emotion, rating } of expressions) {
    if (emotion) felt.set(emotion, (felt.get(emotion) ?? 0) + Math.max(Math.abs(rating), 1));
  }
  const isQuestion = /[?？]\s*$/u.test(text) && !TAG.test(text.toLowerCase());
  const sentiment = sentimentOf(clauses, isQuestion ? LEAST_IN_QUESTION : LEAST_RATING);
  const fitting = [...felt].filter(([emotion]) => sentiment === 'mixed' || fits(emotion, sentiment));
  const [strongest] = fitting.sort((a, b) => b[1] - a[1]);
  return { sentiment, emotion: strongest?.[0] ?? (sentiment === 'neutral' ? 'neutral' : 'unknown') };
}

/** A phrase counts for its words; words in a neutral one feel nothing. */
function expressionsIn(words: readonly string[], language: string, lexicon: Lexicon): Expression[] {
  const phrases = findPhrases(words, language);
  const affirmed = (at: number) =>
    phrases.some(({ from, to, isAffirming }) => isAffirming && from <= at && at < to);
  const turned = (at: number) => nearNegation(words, at, lexicon, affirmed);
  const found: Expression[] = phrases
    .filter(({ rating }) => rating !== 0)
    .map(({ from, rating }) => ({ at: from, rating: turned(from) ? -rating : rating }));
  for (const [at, word] of words.entries()) {
    const phrase = phrases.find(({ from, to }) => from <= at && at < to);
    if (word === '' || lexicon.negations.has(word) || phrase?.rating === 0) continue;
    const { base } = splitClitics(word);
    const emotion = EMOTION_WORDS[language]?.find(({ pattern }) => pattern.test(base))?.emotion;
    const { rating: rated, isCompared } = ratingOf(word, base, lexicon);
    const own = rated ?? usualRating(emotion);
    // "It couldn't be easier."
    const isTurned = !isCompared && turned(phrase?.from ?? at);
    const rating = phrase ? 0 : isTurned ? -own : own;
    // Someone who is not happy may feel anything else.
    if (rating !== 0 || (emotion && !isTurned))
      found.push({ at, rating, emotion: isTurned ? undefined : emotion });
  }
  return found;
}

const fits = (emotion: Emotion, sentiment: string): boolean =>
  POLARITY[emotion] === sentiment || POLARITY[emotion] === 'neutral';

function usualRating(emotion: Emotion | undefined): number {
  if (!emotion || POLARITY[emotion] === 'neutral') return 0;
  return POLARITY[emotion] === 'positive' ? USUAL_RATING : -USUAL_RATING;
}

/** They end like comparatives of rated words. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['number', 'career', 'corner', 'manner']);

/** Rating of a word or of what it compares: "smoother", "easiest". */
function ratingOf(
  word: string,
  base: string,
  { ratings }: Lexicon,
): { rating: number | undefined; isCompared: boolean } {
  const own = ratings.get(word) ?? ratings.get(base);
  const [, stem = '', y] = /^(\p{L}{3,}?)(i)?(?:er|est)$/u.exec(base) ?? [];
  if (own !== undefined || stem === '' || NOT_COMPARED.has(base)) return { rating: own, isCompared: false };
  const rating = y ? ratings.get(`${stem}y`) : (ratings.get(stem) ?? ratings.get(`${stem}e`));
  return { rating, isCompared: rating !== undefined };
}

function nearNegation(
  words: readonly string[],
  index: number,
  { negations, before, after }: Lexicon,
  isAffirmed: (at: number) => boolean,
): boolean {
  return words.some((word, at) => {
    const isNear = at < index ? at >= index - before : at > index && at <= index + after;
    return isNear && negations.has(word) && !isAffirmed(at);
  });
}

/** Inside a clause the stronger side counts; a sentence whose clauses disagree is mixed. */
function sentimentOf(clauses: readonly Clause[], least: number): Judgement['sentiment'] {
  let [good, bad] = [0, 0];
  for (const clause of clauses) {
    const balance = clause.good - clause.bad;
    if (balance > 0) good += balance;
    // In balance, the complaint is what is said: "a bill that I cannot pay".
    else bad += Math.max(-balance, clause.bad > 0 && balance === 0 ? 1 : 0);
  }
  const strongest = Math.max(good, bad);
  if (strongest < least) return 'neutral';
  if (Math.min(good, bad) >= MIXED_SHARE * strongest) return 'mixed';
  return good > bad ? 'positive' : 'negative';
}
