import { segmentsOf } from '../../lib/segmenter-of.ts';
import { contentTerms } from '../content-terms.ts';
import { type SpokenSentence, writeTurns } from '../spoken-sentences.ts';
import { rankSentences } from './rank-sentences.ts';
import type { SummarizationConfig } from './schema.ts';
import { sentenceMatter } from './sentence-matter.ts';
import { likeness, type TermVector, termVectors } from './term-vectors.ts';

type SummaryType = SummarizationConfig['type'];

interface Candidate {
  /** Index in the transcript. */
  at: number;
  sentence: SpokenSentence;
  vector: TermVector;
  /** 0 to 1 */
  rank: number;
  /** Similarity to the sentences already chosen, 0 to 1. */
  repeated: number;
}

/** Sentences with fewer terms say nothing on their own. */
const LEAST_TERMS = 3;
/** Maximum number of sentences ranked together; longer transcripts are first ranked in sections. */
const SECTION = 1000;
/** Weight of a sentence's content; the rest is its novelty (MMR, Carbonell and Goldstein 1998). */
const RELEVANCE = 0.6;
/** Sentences this similar say the same. */
const SAME = 0.75;
/** Questions seldom summarise anything. */
const QUESTION_WEIGHT = 0.6;
/** Bonus for a voice that is in the recording but not yet in the summary. */
const UNHEARD_WEIGHT = 1.3;
const SHARE_OF_A_VOICE = 0.15;
/** Share of a sentence's weight that is in what it carries; the rest is how central it is. */
const MATTER = 0.8;
/** A summary has this share of the words, within limits. */
const GENERAL = { share: 0.38, least: 40, most: 250 };
const CONCISE = { share: 0.17, least: 12, most: 60 };

/** Words of any script. */
const wordsIn = ({ text, language }: SpokenSentence): number =>
  [...segmentsOf(text, language, 'word')].filter(({ isWordLike }) => isWordLike).length;
const wordsOf = (sentences: readonly SpokenSentence[]): number =>
  sentences.reduce((sum, sentence) => sum + wordsIn(sentence), 0);
const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** The sentences most like all others, without duplicates, in order, with speakers if there are several. */
export function extractSummary(sentences: readonly SpokenSentence[], type: SummaryType): string {
  if (type === 'general' && wordsOf(sentences) <= GENERAL.least) return writeTurns(sentences);
  const candidates = rankedCandidates(sentences);
  const chosen = choose(candidates, sentences, type)
    .toSorted((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence);
  switch (type) {
    case 'general':
      return writeTurns(chosen);
    case 'bullet_points':
      return chosen.map(({ text, voice }) => `- ${voice === null ? '' : `${voice}: `}${text}`).join('\n');
    case 'concise':
      return writeTurns(chosen.map((sentence) => ({ ...sentence, voice: null })));
  }
}

function rankedCandidates(sentences: readonly SpokenSentence[]): Candidate[] {
  const all = sentences.map((sentence, at) => ({
    at,
    sentence,
    terms: contentTerms(sentence.text, sentence.language),
  }));
  const telling = all.filter(({ terms }) => new Set(terms).size >= LEAST_TERMS);
  return rank(telling.length > 0 ? telling : all);
}

function rank(
  sentences: readonly { at: number; sentence: SpokenSentence; terms: readonly string[] }[],
): Candidate[] {
  if (sentences.length > SECTION) {
    const sections = Math.ceil(sentences.length / SECTION);
    const kept = Math.floor(SECTION / sections);
    const best = Array.from({ length: sections }, (_, index) =>
      rank(sentences.slice(index * SECTION, (index + 1) * SECTION))
        .toSorted((a, b) => b.rank - a.rank)
        .slice(0, kept),
    );
    const places = new Set(best.flat().map(({ at }) => at));
    return rank(sentences.filter(({ at }) => places.has(at)));
  }
  const vectors = termVectors(sentences.map(({ terms }) => terms));
  const ranks = rankSentences(vectors);
  const highest = ranks.reduce((most, rank) => Math.max(most, rank), Number.NEGATIVE_INFINITY);
  return sentences.map(({ at, sentence }, index) => ({
    at,
    sentence,
    vector: vectors[index] ?? new Map(),
    rank:
      (MATTER * sentenceMatter(sentence) + (1 - MATTER) * ((ranks[index] ?? 0) / highest)) *
      (/[?？؟]\s*$/u.test(sentence.text) ? QUESTION_WEIGHT : 1),
    repeated: 0,
  }));
}

function choose(
  candidates: readonly Candidate[],
  sentences: readonly SpokenSentence[],
  type: SummaryType,
): Candidate[] {
  const isFull = fullness(type, sentences);
  const voices = type === 'concise' ? new Set<string>() : voicesWithShare(sentences);
  const left = new Set(candidates);
  const chosen: Candidate[] = [];
  while (left.size > 0 && !isFull(chosen)) {
    let best: Candidate | null = null;
    let highest = Number.NEGATIVE_INFINITY;
    for (const candidate of left) {
      const isUnheard = candidate.sentence.voice !== null && voices.has(candidate.sentence.voice);
      const relevance = candidate.rank * (isUnheard ? UNHEARD_WEIGHT : 1);
      const score = RELEVANCE * relevance - (1 - RELEVANCE) * candidate.repeated;
      if (score > highest) [best, highest] = [candidate, score];
    }
    if (!best) break;
    chosen.push(best);
    left.delete(best);
    for (const candidate of left) {
      candidate.repeated = Math.max(candidate.repeated, likeness(best.vector, candidate.vector));
      if (candidate.repeated >= SAME) left.delete(candidate);
    }
    if (best.sentence.voice !== null) voices.delete(best.sentence.voice);
  }
  return chosen;
}

/** When a summary of this type is long enough. */
function fullness(
  type: SummaryType,
  sentences: readonly SpokenSentence[],
): (chosen: readonly Candidate[]) => boolean {
  const count = sentences.length;
  switch (type) {
    case 'general': {
      const room = between(GENERAL.least, wordsOf(sentences) * GENERAL.share, GENERAL.most);
      return (chosen) => wordsOf(chosen.map(({ sentence }) => sentence)) >= room;
    }
    case 'bullet_points':
      return (chosen) => chosen.length >= between(3, Math.round(Math.sqrt(count) * 0.8), 8);
    case 'concise': {
      const room = between(CONCISE.least, wordsOf(sentences) * CONCISE.share, CONCISE.most);
      return (chosen) => wordsOf(chosen.map(({ sentence }) => sentence)) >= room;
    }
  }
}

function voicesWithShare(sentences: readonly SpokenSentence[]): Set<string> {
  const words = new Map<string, number>();
  let all = 0;
  for (const sentence of sentences) {
    const { voice } = sentence;
    const count = wordsIn(sentence);
    all += count;
    if (voice !== null) words.set(voice, (words.get(voice) ?? 0) + count);
  }
  return new Set([...words].filter(([, count]) => count >= all * SHARE_OF_A_VOICE).map(([voice]) => voice));
}
