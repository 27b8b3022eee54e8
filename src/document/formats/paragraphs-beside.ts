import { firstIndex } from '../../lib/first-index.ts';
import type { SpokenParagraph } from '../spoken-paragraphs.ts';

const overlap = (one: SpokenParagraph, other: SpokenParagraph): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/**
 * For each paragraph those of another language that belong beside it: each belongs to the one of its channel that it shares most time with,
 * or is nearest to.
 *
 * @param paragraphs in order of start
 */
export function paragraphsBeside(
  paragraphs: readonly SpokenParagraph[],
  others: readonly SpokenParagraph[],
): SpokenParagraph[][] {
  const groups = paragraphs.map((): SpokenParagraph[] => []);
  const all = [...paragraphs.keys()];
  const channels = new Map<number, number[]>();
  for (const [index, { channel }] of paragraphs.entries()) {
    const own = channels.get(channel);
    if (own) own.push(index);
    else channels.set(channel, [index]);
  }
  for (const other of others) {
    const own = channels.get(other.channel) ?? all;
    // Of those that begin later, only the first can be the nearest; of earlier ones, those of the last minutes.
    const next = firstIndex(own.length, (at) => (paragraphs[own[at] ?? 0]?.start ?? 0) > other.end);
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const index of own.slice(Math.max(next - MOST_COMPARED, 0), next + 1)) {
      const paragraph = paragraphs[index];
      const shared = paragraph ? overlap(paragraph, other) : Number.NEGATIVE_INFINITY;
      if (shared > most) [best, most] = [index, shared];
    }
    groups[best]?.push(other);
  }
  return groups;
}

/** Paragraphs of a channel that begin before another one ends, of which one may be its own. */
const MOST_COMPARED = 20;
