import type { TermVector } from './term-vectors.ts';

/** Sentences less similar than this are unrelated. */
const LEAST_LIKENESS = 0.1;
/** Probability of moving to a similar sentence rather than to any. */
const DAMPING = 0.85;
const ROUNDS = 40;
/** Iteration stops when no share changes by more than this. */
const STILL = 1e-9;

interface Edge {
  to: number;
  weight: number;
}

/**
 * Centrality of each sentence, 1 in all: its share of a random walk along similarities (LexRank, Erkan and Radev 2004).
 */
export function rankSentences(vectors: readonly TermVector[]): number[] {
  const edges = alikeSentences(vectors);
  const count = vectors.length;
  let rank: number[] = Array.from({ length: count }, () => 1 / count);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next: number[] = Array.from({ length: count }, () => (1 - DAMPING) / count);
    let lost = 0;
    for (const [from, neighbours] of edges.entries()) {
      const own = (rank[from] ?? 0) * DAMPING;
      // From a sentence similar to no other, the walk moves to any with equal probability.
      if (neighbours.length === 0) lost += own / count;
      for (const { to, weight } of neighbours) next[to] = (next[to] ?? 0) + own * weight;
    }
    const settled = next.map((share) => share + lost);
    const moved = settled.reduce((sum, share, at) => sum + Math.abs(share - (rank[at] ?? 0)), 0);
    rank = settled;
    if (moved < STILL) break;
  }
  return rank;
}

/** Similar sentences of each sentence, with weights that sum to 1. Only pairs that share a term are considered. */
function alikeSentences(vectors: readonly TermVector[]): Edge[][] {
  const holders = new Map<string, Edge[]>();
  for (const [to, vector] of vectors.entries()) {
    for (const [term, weight] of vector) {
      const list = holders.get(term);
      if (list) list.push({ to, weight });
      else holders.set(term, [{ to, weight }]);
    }
  }
  const likeness = new Float64Array(vectors.length);
  return vectors.map((vector, from) => {
    likeness.fill(0);
    for (const [term, own] of vector) {
      for (const { to, weight } of holders.get(term) ?? []) likeness[to] = (likeness[to] ?? 0) + own * weight;
    }
    likeness[from] = 0;
    const alike: Edge[] = [];
    let total = 0;
    // An indexed loop: this runs once per pair of sentences.
    for (let to = 0; to < likeness.length; to += 1) {
      const weight = likeness[to] ?? 0;
      if (weight < LEAST_LIKENESS) continue;
      alike.push({ to, weight });
      total += weight;
    }
    return alike.map(({ to, weight }) => ({ to, weight: weight / total }));
  });
}
