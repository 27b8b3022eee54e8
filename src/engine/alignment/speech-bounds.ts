import { ENVELOPE_HOP_SECONDS, type SpeechEnvelope } from './speech-envelope.ts';

/** A stretch of time, in seconds. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** Maximum distance between a word boundary in the attention and the pause that belongs to it, seconds. */
const SNAP_SECONDS = 0.12;

/** A pause this long is never inside a word: it is longer than a stop consonant's closure. */
export const WORD_BREAK_SECONDS = 0.25;

/** Minimum length of a word. */
const MIN_WORD_SECONDS = 0.02;

/** Words closer than this are said in one breath, and a part of a word shorter than the second may be its neighbour's. */
const ADJOINING_SECONDS = 0.1;
const MIN_ADJOINING_SECONDS = 0.12;

/** A part that is attended to so many times as much is the word, though another one goes over into its neighbour. */
const CLEARLY_ATTENDED = 5;

/** The words beside one; undefined at the ends of the text. */
interface Neighbours {
  before: TimeSpan | undefined;
  after: TimeSpan | undefined;
}

/**
 * Finds the true ends of words. Attention only shows where one word gives way to the next, but a word ends where its
 * speech ends. Each boundary moves into the nearest pause, if there is one: the word before ends at the start of the
 * pause, the word after begins at its end. A word that still spans a pause keeps one of its parts: the others are breaths, or
 * sounds that are not written.
 *
 * @param words rough spans in order, end to end, in seconds of the audio
 * @param pauses of the same audio, in order
 * @param worth how much of a word is in a part of its span; by default, the longest part has it
 * @returns spans in order, without overlap
 */
export function speechBounds(
  words: readonly TimeSpan[],
  pauses: readonly TimeSpan[],
  worth: (word: number, part: TimeSpan) => number = (_, { start, end }) => end - start,
): TimeSpan[] {
  const bounds = words.map(({ start, end }) => ({ start, end }));
  /** Whether most of a word is behind a pause in it. */
  const isBehind = (pause: TimeSpan, word: number, { start, end }: TimeSpan): boolean =>
    worth(word, { start, end: pause.start }) < worth(word, { start: pause.end, end });
  for (let index = 0; index <= bounds.length; index += 1) {
    const before = bounds[index - 1];
    const after = bounds[index];
    if (before && after && after.start - before.end > SNAP_SECONDS) {
      // Two boundaries, because the words do not touch.
      before.end =
        nearestPause(pauses, before.end, before.start, Number.POSITIVE_INFINITY)?.start ?? before.end;
    }
    const boundary = after?.start ?? before?.end ?? 0;
    const pause = nearestPause(pauses, boundary, before?.start ?? -1, after?.end ?? Number.POSITIVE_INFINITY);
    if (!pause) continue;
    const isLong = pause.end - pause.start >= WORD_BREAK_SECONDS;
    if (
      before &&
      isLong &&
      boundary > pause.end &&
      isBehind(pause, index - 1, { ...before, end: boundary })
    ) {
      before.start = pause.end;
      continue;
    }
    if (before) before.end = Math.min(pause.start, Math.max(before.end, boundary));
    if (after) after.start = pause.end;
  }
  return inOrder(
    bounds.map((span, index) => {
      const neighbours = { before: bounds[index - 1], after: bounds[index + 1] };
      return withoutPause(span, pauses, neighbours, (part) => worth(index, part));
    }),
  );
}

/** The pause nearest to a boundary; a longer one beats a slightly nearer one. Neither word may vanish in it. */
function nearestPause(
  pauses: readonly TimeSpan[],
  boundary: number,
  earliest: number,
  latest: number,
): TimeSpan | undefined {
  let best: TimeSpan | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const pause of pauses) {
    const distance = Math.max(pause.start - boundary, boundary - pause.end, 0);
    if (distance > SNAP_SECONDS) continue;
    if (pause.start <= earliest + MIN_WORD_SECONDS && pause.start > 0 && earliest >= 0) continue;
    if (pause.end >= latest - MIN_WORD_SECONDS) continue;
    const cost = distance - Math.min(pause.end - pause.start, SNAP_SECONDS) / 2;
    if (cost < bestCost) {
      best = pause;
      bestCost = cost;
    }
  }
  return best;
}

/**
 * The part of a word split by pauses that is worth most, without the surrounding silence. Nobody pauses inside a phrase
 * as often as after an "uh", so a part that goes over into a neighbouring word without a pause comes first, unless attention is on
 * another one: the last word of a sentence may itself follow a short pause.
 */
function withoutPause(
  word: TimeSpan,
  pauses: readonly TimeSpan[],
  { before, after }: Neighbours,
  worth: (part: TimeSpan) => number,
): TimeSpan {
  const parts: TimeSpan[] = [];
  let { start } = word;
  for (const pause of pauses) {
    if (pause.end <= word.start || pause.start >= word.end) continue;
    if (pause.end - pause.start < WORD_BREAK_SECONDS) continue;
    parts.push({ start, end: pause.start });
    start = pause.end;
  }
  parts.push({ start, end: word.end });
  const adjoins = ({ start: from, end }: TimeSpan) =>
    (before !== undefined && from - before.end < ADJOINING_SECONDS) ||
    (after !== undefined && after.start - end < ADJOINING_SECONDS);
  const whole = parts.filter((part) => part.end - part.start >= MIN_WORD_SECONDS);
  const adjoining = whole.filter((part) => part.end - part.start >= MIN_ADJOINING_SECONDS && adjoins(part));
  const byWorth = (some: readonly TimeSpan[]) => some.toSorted((a, b) => worth(b) - worth(a));
  const [near] = byWorth(adjoining);
  const [best] = byWorth(whole);
  const density = (part: TimeSpan) => worth(part) / (part.end - part.start);
  const isClear = near && best && density(best) > CLEARLY_ATTENDED * density(near);
  return (isClear ? best : near) ?? best ?? { ...word };
}

function inOrder(spans: TimeSpan[]): TimeSpan[] {
  let earliest = 0;
  for (const span of spans) {
    span.start = Math.max(span.start, earliest);
    span.end = Math.max(span.end, span.start);
    earliest = span.end;
  }
  return spans;
}

/** Stretches of the envelope below its threshold, at least `minSeconds` long, in order. */
export function pausesOf({ levels, threshold }: SpeechEnvelope, minSeconds: number): TimeSpan[] {
  const pauses: TimeSpan[] = [];
  const minHops = Math.max(Math.round(minSeconds / ENVELOPE_HOP_SECONDS), 1);
  let from = -1;
  for (let index = 0; index <= levels.length; index += 1) {
    const quiet = index < levels.length && (levels[index] ?? 0) < threshold;
    if (quiet && from < 0) from = index;
    if (quiet || from < 0) continue;
    if (index - from >= minHops)
      pauses.push({ start: from * ENVELOPE_HOP_SECONDS, end: index * ENVELOPE_HOP_SECONDS });
    from = -1;
  }
  return pauses;
}

/** Pauses of both lists in order, as one where they meet. */
export function joinedPauses(first: readonly TimeSpan[], second: readonly TimeSpan[]): TimeSpan[] {
  const joined: TimeSpan[] = [];
  for (const { start, end } of [...first, ...second].toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** What is between stretches of speech. */
export const gapsBetween = (speech: readonly TimeSpan[]): TimeSpan[] =>
  speech.slice(1).map(({ start }, index) => ({ start: speech[index]?.end ?? start, end: start }));
