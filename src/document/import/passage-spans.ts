import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { retimeWords, shareSpan } from '../words/retime-words.ts';

/** From when until when the words of a passage begin; seconds. Those of one voice do not overlap. */
export interface Span {
  from: number;
  until: number;
}

interface Timed {
  start: number;
  /** Its own end, or where anybody goes on if it has none. */
  end: number;
}

/**
 * Passages with times, in order of start. Each lasts until it ends, even if others speak meanwhile; without an end, until anybody goes
 * on. What one voice says ends where its next passage begins, and passages of one voice that begin together share the time.
 */
export function timedSpans(passages: readonly ImportedPassage[], duration: number): Span[] {
  const timed: Timed[] = [];
  let [following, later] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const passage of passages.toReversed()) {
    const start = roundSeconds(passage.start ?? 0);
    if (start < following) [following, later] = [start, following];
    timed.push({ start, end: passage.end ?? Math.min(Math.max(duration, start), later) });
  }
  timed.reverse();
  const spans: Span[] = [];
  for (const indices of ofVoices(passages)) {
    const own = spansOfVoice(indices.map((index) => timed[index] ?? { start: 0, end: 0 }));
    for (const [at, index] of indices.entries()) spans[index] = own[at] ?? { from: 0, until: 0 };
  }
  return spans;
}

/** The indices of the passages of each voice. */
function ofVoices(passages: readonly ImportedPassage[]): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  passages.forEach(({ voice, channel }, index) => {
    const key = `${channel} ${voice ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  });
  return groups.values();
}

function spansOfVoice(timed: readonly Timed[]): Span[] {
  let [first, later] = [0, 0];
  return timed.map(({ start, end }, index) => {
    if (index === later) {
      first = index;
      while (later < timed.length && (timed[later]?.start ?? 0) <= start) later++;
    }
    const next = timed[later]?.start ?? Number.POSITIVE_INFINITY;
    const until = Math.max(start, Math.min(end, next));
    const share = (until - start) / (later - first);
    return {
      from: roundSeconds(start + share * (index - first)),
      until: roundSeconds(start + share * (index - first + 1)),
    };
  });
}

/**
 * Passages without times, by the words that were recognised: each begins where its first word does. Without any, by syllables over the
 * whole recording.
 *
 * @param texts the words of each passage
 * @param recognised the recognised words in order of time
 */
export function recognisedSpans(
  texts: readonly (readonly string[])[],
  recognised: readonly CorrectedWord[],
  duration: number,
): Span[] {
  const all = texts.flat();
  const last = Math.max(duration, recognised.at(-1)?.end ?? 0);
  const words =
    recognised.length === 0
      ? shareSpan(all, 0, duration)
      : retimeWords(recognised, all, { earliest: 0, latest: last });
  let next = 0;
  return texts.map(({ length }) => {
    const from = words[next]?.start ?? last;
    next += length;
    return { from, until: Math.max(from, words[next]?.start ?? last) };
  });
}
