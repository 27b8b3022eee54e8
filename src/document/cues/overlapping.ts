import { firstIndex } from '../../lib/first-index.ts';

interface Timed {
  start: number;
  end: number;
}

/**
 * Finds the paragraphs that reach into a stretch, in their order: a transcript of hours has thousands of them, and of stretches.
 */
export function overlapping<Part extends Timed>(parts: readonly Part[]): (stretch: Timed) => Part[] {
  const inTime = parts
    .map((part, index) => ({ part, index }))
    .toSorted((a, b) => a.part.start - b.part.start);
  let latest = Number.NEGATIVE_INFINITY;
  const reached = inTime.map(({ part }) => {
    latest = Math.max(latest, part.end);
    return latest;
  });
  return ({ start, end }) => {
    const first = firstIndex(reached.length, (index) => (reached[index] ?? 0) >= start);
    const last = firstIndex(inTime.length, (index) => (inTime[index]?.part.start ?? 0) > end);
    return inTime
      .slice(first, last)
      .toSorted((a, b) => a.index - b.index)
      .map(({ part }) => part);
  };
}
