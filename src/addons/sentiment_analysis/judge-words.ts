import { splitClitics } from '../split-clitics.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import { EMOTION_WORDS } from './emotion-words.ts';
import { type Emotion, POLARITY } from './emotions.ts';
import type { Judgement } from './judge-labels.ts';
import type { Lexicon } from './lexicons.ts';

/** Rating of an emotion word that is not in the lexicon. */
const USUAL_RATING = 2;
/** From this share on the weaker side counts and the sentence is mixed. */
const MIXED_SHARE = 0.5;

/** Judges a sentence by its words, inverting those after a negation. */
export function judgeWords(text: string, language: string, lexicon: Lexicon): Judgement {
  const words = text.split(/\s+/u).map((word) => plainMarks(splitWord(word).core).toLowerCase());
  const emotionWords = EMOTION_WORDS[language];
  let good = 0;
  let bad = 0;
  const felt = new Map<Emotion, number>();
  for (const [index, word] of words.entries()) {
    const { base } = splitClitics(word);
    if (word === '' || lexicon.negations.has(word)) continue;
    const emotion = emotionWords?.find(({ pattern }) => pattern.test(base))?.emotion;
    const rating = lexicon.ratings.get(word) ?? lexicon.ratings.get(base) ?? usualRating(emotion);
    const isTurned = nearNegation(words, index, lexicon);
    if (rating > 0 === !isTurned) good += Math.abs(rating);
    else bad += Math.abs(rating);
    // Someone who is not happy may feel anything else.
    if (emotion && !isTurned) felt.set(emotion, (felt.get(emotion) ?? 0) + Math.max(Math.abs(rating), 1));
  }
  const sentiment = sentimentOf(good, bad);
  const fitting = [...felt].filter(([emotion]) => sentiment === 'mixed' || fits(emotion, sentiment));
  const [strongest] = fitting.sort((a, b) => b[1] - a[1]);
  return { sentiment, emotion: strongest?.[0] ?? (sentiment === 'neutral' ? 'neutral' : 'unknown') };
}

const fits = (emotion: Emotion, sentiment: string): boolean =>
  POLARITY[emotion] === sentiment || POLARITY[emotion] === 'neutral';

function usualRating(emotion: Emotion | undefined): number {
  if (!emotion || POLARITY[emotion] === 'neutral') return 0;
  return POLARITY[emotion] === 'positive' ? USUAL_RATING : -USUAL_RATING;
}

function nearNegation(
  words: readonly string[],
  index: number,
  { negations, before, after }: Lexicon,
): boolean {
  const around = [
    ...words.slice(Math.max(index - before, 0), index),
    ...words.slice(index + 1, index + 1 + after),
  ];
  return around.some((word) => negations.has(word));
}

function sentimentOf(good: number, bad: number): Judgement['sentiment'] {
  if (good === 0 && bad === 0) return 'neutral';
  if (Math.min(good, bad) >= MIXED_SHARE * Math.max(good, bad)) return 'mixed';
  return good > bad ? 'positive' : 'negative';
}
