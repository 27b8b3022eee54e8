import { segmentsOf } from '../../lib/segmenter-of.ts';
import { plainWord } from '../words/retime-words.ts';

/** A place of the recording that an answer speaks of. */
export interface Moment {
  /** Seconds. */
  start: number;
  /** What is said there. */
  quote: string;
}

interface Passage {
  start: number;
  text: string;
  language: string;
}

/** Words in more than this share of the passages do not distinguish them. */
const COMMON = 0.3;
/** Words before and after which a quote is cut. */
const QUOTE_WORDS = 18;

const termsOf = (text: string, language: string): string[] =>
  [...segmentsOf(text, language, 'word')].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [plainWord(segment)] : [],
  );

const MOST_CITED = 3;

/**
 * The passages that an answer rests on, in order of time: those that share most of the answer's words, rare ones first.
 * None if it shares fewer than two words with any, or one that is nowhere else.
 */
export function citedMoments(answer: string, passages: readonly Passage[]): Moment[] {
  const terms = passages.map(({ text, language }) => new Set(termsOf(text, language)));
  const wanted = new Set(termsOf(answer, passages[0]?.language ?? 'en'));
  const weights = new Map<string, number>();
  for (const term of wanted) {
    const count = terms.filter((one) => one.has(term)).length;
    if (count > 0 && (count <= Math.max(1, passages.length * COMMON) || passages.length < 4))
      weights.set(term, Math.log((passages.length + 1) / count));
  }
  const scored = passages.map((passage, index) => {
    const shared = [...weights].filter(([term]) => terms[index]?.has(term));
    const unique = shared.some(([term]) => terms.filter((one) => one.has(term)).length === 1);
    const score = shared.reduce((sum, [, weight]) => sum + weight, 0);
    return { passage, score: shared.length >= 2 || unique ? score : 0 };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > 0 && score >= best / 2)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_CITED)
    .map(({ passage }) => passage)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ start, quote: shortened(text) }));
}

function shortened(text: string): string {
  const words = text.split(/\s+/u);
  return words.length > QUOTE_WORDS ? `${words.slice(0, QUOTE_WORDS).join(' ')} …` : text;
}
