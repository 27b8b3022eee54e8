import { dtw } from '../../../alignment/dtw.ts';
import { slowestSeconds } from '../../../alignment/skipped-speech.ts';
import { gapsBetween, type TimeSpan, WORD_BREAK_SECONDS } from '../../../alignment/speech-bounds.ts';
import type { TextUnit } from './token-text.ts';

/** A letter, capitals or digits, with marks. */
const SPELLED = /^[^\p{L}\p{N}]*(?:\p{L}\p{M}*|\p{Lu}{2,4}|\p{Nd}+)[^\p{L}\p{N}]*$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/gu;

/** The attention to a sound may begin before it and end behind it by so much, seconds. */
const AROUND_SECONDS = 0.1;

/** Least overlap of a pause beside a word with the word's rough time, seconds. */
const APART_SECONDS = 0.2;

/** A word that is said alone may take so much longer than in a sentence, seconds. */
const BEYOND_SECONDS = 0.5;

interface Sound {
  pauses: readonly TimeSpan[];
  /** Speech from voice activity, in order, seconds; empty if it was not detected. */
  speech: readonly TimeSpan[];
  /** How much of the attention of a word's first token is in a part of the audio; undefined without attention. */
  worth: ((word: number, part: TimeSpan) => number) | undefined;
}

/**
 * Times of words in a row that are said one by one, such as letters and digits. Attention passes on to the next of them while one is said,
 * so each gets a whole sound between two pauses: in order, where together they have most of their attention.
 *
 * @param rough times of the words in order, end to end, seconds
 * @returns by the index of the word
 */
export function placeSingleWords(
  words: readonly TextUnit[],
  rough: readonly TimeSpan[],
  { pauses, speech, worth }: Sound,
): Map<number, TimeSpan> {
  const breaks = pauses.filter(({ start, end }) => end - start >= WORD_BREAK_SECONDS);
  const placed = new Map<number, TimeSpan>();
  for (const { from, to } of worth ? runsOf(words, rough, breaks) : []) {
    // The words beside them have sounds, too.
    const [first, last] = [Math.max(from - 1, 0), Math.min(to, words.length - 1)];
    const sounds = soundsIn(
      {
        start: Math.max(rough[first]?.start ?? 0, speech[0]?.start ?? 0),
        end: Math.min(rough[last]?.end ?? 0, speech.at(-1)?.end ?? Number.POSITIVE_INFINITY),
      },
      breaks,
    );
    if (sounds.length < 2) continue;
    const own = words.slice(first, last + 1);
    const values = own.map((_, at) =>
      sounds.map(({ start, end }) => {
        const around = { start: start - AROUND_SECONDS, end: end + AROUND_SECONDS };
        return worth?.(first + at, around) ?? 0;
      }),
    );
    const places = placesOf(own, values);
    for (let word = from; word < to; word += 1) {
      const share = shareOf(places, sounds, word - first);
      const span = rough[word] ?? share;
      const isThere = overlap(span, share) >= Math.min(APART_SECONDS, (span.end - span.start) / 2);
      if (share.isShared && (isThere || !isSpelled(words[word]))) continue;
      // Otherwise more is said there than is written.
      const longest = slowestSeconds(words[word]?.text ?? '') + BEYOND_SECONDS;
      if (share.end - share.start <= longest * share.sounds)
        placed.set(word, { start: share.start, end: share.end });
    }
  }
  return placed;
}

/** First and last sound. */
interface Place {
  from: number;
  to: number;
}

/** The time of a word in its sounds, of which those that share them have equal parts. */
function shareOf(places: readonly Place[], sounds: readonly TimeSpan[], word: number) {
  const { from = 0, to = 0 } = places[word] ?? {};
  const sharing = [...places.keys()].filter(
    (at) => (places[at]?.from ?? 0) <= to && (places[at]?.to ?? 0) >= from,
  );
  const begin = sounds[from]?.start ?? 0;
  const share = ((sounds[to]?.end ?? begin) - begin) / sharing.length;
  const start = begin + sharing.indexOf(word) * share;
  return { start, end: start + share, isShared: sharing.length > 1, sounds: to - from + 1 };
}

const isSpelled = (word: TextUnit | undefined): boolean => SPELLED.test(word?.text ?? '');

/** The sounds of each word: digits of one token may have several. */
function placesOf(words: readonly TextUnit[], values: readonly (readonly number[])[]): Place[] {
  const most = Math.max(...values.flat());
  const path = dtw(
    Float32Array.from(values.flat(), (value) => most - value),
    words.length,
    values[0]?.length ?? 0,
  );
  return words.map((word, row) => {
    const [from, to] = [path.first[row] ?? 0, path.last[row] ?? 0];
    const parts = isSpelled(word) ? (word.text.match(LETTER_OR_DIGIT)?.length ?? 1) : 1;
    if (to - from < parts) return { from, to };
    const inside = values[row]?.slice(from, to + 1) ?? [];
    const best = from + inside.indexOf(Math.max(...inside));
    return { from: best, to: best };
  });
}

/** Words in a row that are said one by one: two that are spelled, or three, each with a pause beside it. */
function runsOf(
  words: readonly TextUnit[],
  rough: readonly TimeSpan[],
  breaks: readonly TimeSpan[],
): { from: number; to: number }[] {
  const isApart = rough.map(
    (span, index) => isSpelled(words[index]) || breaks.some((pause) => overlap(pause, span) >= APART_SECONDS),
  );
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from += 1) {
    let to = from;
    while (isApart[to]) to += 1;
    if (to - from > 2 || (to - from === 2 && isSpelled(words[from]) && isSpelled(words[from + 1])))
      runs.push({ from, to });
    from = to;
  }
  return runs;
}

const overlap = (one: TimeSpan, other: TimeSpan): number =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start);

/** The sounds between the pauses. */
const soundsIn = ({ start, end }: TimeSpan, pauses: readonly TimeSpan[]): TimeSpan[] =>
  gapsBetween([
    { start, end: start },
    ...pauses.filter((pause) => pause.end > start && pause.start < end),
    { start: end, end },
  ]).filter((sound) => sound.end > sound.start);
