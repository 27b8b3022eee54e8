import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';

/** A stretch of the recording, in seconds. */
export interface Part {
  start: number;
  end: number;
}

/** Silence that remains around a cut, in seconds: consonants begin and end before and after a word's times. */
const BREATH = 0.08;
/** Shorter parts would be clicks, not speech. */
const SHORTEST = 0.1;

/** The union of stretches, in order. */
export function union(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/**
 * The stretches of a recording that remain once its deleted and redacted words are cut out. Where somebody else speaks meanwhile, the
 * sound remains.
 *
 * @param longestPause seconds; longer ones, also before the first and after the last word, are shortened to it. Null keeps all.
 */
export function keptParts(
  { paragraphs, duration }: Pick<CorrectedTranscript, 'paragraphs' | 'duration'>,
  longestPause: number | null = null,
): Part[] {
  const words = paragraphs.flatMap((paragraph) => paragraph.words);
  const isGone = ({ struck, redacted }: (typeof words)[number]) => struck === true || redacted === true;
  const spoken = union(words.filter((word) => !isGone(word)));
  const gone = union(words.filter(isGone));
  const cuts: Part[] = [];
  const edges = [{ end: 0 }, ...spoken];
  for (const [index, { end: from }] of edges.entries()) {
    const to = spoken[index]?.start ?? duration;
    // The silence before what is cut remains as a pause; what follows begins soon after it.
    const inside = gone.filter(({ start, end }) => end > from && start < to);
    const [first] = inside;
    if (first) {
      const after = Math.max(from === 0 ? 0 : from + BREATH, first.start);
      const start = longestPause === null ? after : Math.min(after, from + longestPause);
      const end = to === duration ? Math.max(...inside.map((one) => one.end)) : to - BREATH;
      cuts.push({ start, end });
    } else if (longestPause !== null && to - from > longestPause) {
      const half = longestPause / 2;
      cuts.push({ start: index === 0 ? 0 : from + half, end: to === duration ? duration : to - half });
    }
  }
  return complement(
    cuts.filter(({ start, end }) => end - start > 0),
    duration,
  );
}

/** The stretches of redacted words, which must be in no cut. */
export const redactedParts = ({ paragraphs }: Pick<CorrectedTranscript, 'paragraphs'>): Part[] =>
  paragraphs
    .flatMap(({ words }) => words)
    .filter(({ redacted }) => redacted)
    .map(({ start, end }) => ({ start, end }));

function complement(cuts: readonly Part[], duration: number): Part[] {
  const kept: Part[] = [];
  let from = 0;
  for (const { start, end } of [...cuts, { start: duration, end: duration }]) {
    if (start - from >= SHORTEST) kept.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  return kept;
}

/** Seconds of all parts together. */
export const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { start, end }) => sum + end - start, 0);
