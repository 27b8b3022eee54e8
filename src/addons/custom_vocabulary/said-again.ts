import { beginAlike, soundSimilarity } from '../../engine/sounds/sound-distance.ts';
import { DEFAULT_INTENSITY, type SpokenWay, type VocabularyTerm } from './vocabulary-entries.ts';
import type { VocabularyMatch } from './vocabulary-match.ts';

/** Words that may have been meant as a term. */
export interface Candidate extends VocabularyMatch {
  /** When they were said, in seconds. */
  at: number;
  /** Sounds of the words. */
  sounds: string;
  /** How much of the needed similarity is missing; 0 if none. */
  lacking: number;
}

/** Similarity that a term may lack if it is said again; less below the default intensity. */
const LENIENCE = 0.22;
/** How alike two such places sound where a term is meant in both: by chance, each is like the term in another way. */
const LEAST_ALIKE = 0.75;
/** Shorter terms are given none: too much sounds like them. */
const LEAST_SOUNDS = 6;
/** Seconds within which a term counts as said again. With a minute, false replacements in running text are ten times as many. */
const SOON = 30;

/** How much of the needed similarity some words may lack where the term is said again soon. */
export function lenienceFor(
  { intensity }: VocabularyTerm,
  { sounds }: SpokenWay,
  { sounds: said, words, common }: { sounds: string; words: number; common: number },
): number {
  if (sounds.length < LEAST_SOUNDS || (words === 1 && common > 0) || !beginAlike(said, sounds)) return 0;
  return LENIENCE * Math.min(intensity / DEFAULT_INTENSITY, 1);
}

/**
 * Candidates that are alike enough, and those that nearly are where the same term was nearly said soon before or
 * after: a term is rarely said only once, two words by chance are rarely like it so near to each other, and a
 * recogniser without it is surer of its own spelling each time. Two that nearly are must be like each other, too.
 */
export function convincing(candidates: readonly Candidate[]): Candidate[] {
  const byTerm = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { value } = candidate.term;
    const same = byTerm.get(value);
    if (same) same.push(candidate);
    else byTerm.set(value, [candidate]);
  }
  return [...byTerm.values()].flatMap((same) =>
    same.filter((one) => one.lacking === 0 || same.some((other) => isSaidSoon(one, other))),
  );
}

const isSaidSoon = (one: Candidate, other: Candidate): boolean =>
  (other.from >= one.to || other.to <= one.from) &&
  Math.abs(other.at - one.at) <= SOON &&
  (other.lacking === 0 || soundSimilarity(one.sounds, other.sounds, LEAST_ALIKE) >= LEAST_ALIKE);
