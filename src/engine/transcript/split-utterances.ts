import { sentenceEnds } from './sentence-ends.ts';
import type { TimedWord } from './timed-word.ts';

/** Pause in seconds that always ends an utterance. */
export const LONGEST_PAUSE = 1;
/** Pause in seconds that ends an utterance in unpunctuated text. */
export const SENTENCE_PAUSE = 0.7;
/** Seconds after which an open sentence is split: with punctuation, and without. */
const LONGEST_SENTENCE = 30;
const LONGEST_RUN_ON = 15;
/** For splitting, a comma is worth this many seconds of pause. */
const CLAUSE_MARK_WORTH = 0.5;
/** A long utterance is split only in its middle part, so that neither half is too short. */
const MIDDLE = { from: 0.2, to: 0.8 };

const CLAUSE_MARK = /[,;:–—،、，；：]["'”’»]?$/u;

const pauseAfter = (word: TimedWord, next: TimedWord | undefined): number =>
  next ? (next.startMs - word.endMs) / 1000 : Number.POSITIVE_INFINITY;

/** Cuts after every word for which `endsAfter` is true. */
function cut(
  words: readonly TimedWord[],
  endsAfter: (word: TimedWord, next: TimedWord, index: number) => boolean,
): TimedWord[][] {
  const parts: TimedWord[][] = [];
  let part: TimedWord[] = [];
  words.forEach((word, index) => {
    part.push(word);
    const next = words[index + 1];
    if (!next || endsAfter(word, next, index)) {
      parts.push(part);
      part = [];
    }
  });
  return parts;
}

/** Splits a stretch at its best position repeatedly until no part is longer than `longest` seconds. */
function divide(words: TimedWord[], longest: number): TimedWord[][] {
  const startMs = words[0]?.startMs ?? 0;
  const lengthMs = (words.at(-1)?.endMs ?? 0) - startMs;
  if (words.length < 2 || lengthMs <= longest * 1000) return [words];
  let best = { index: -1, worth: Number.NEGATIVE_INFINITY };
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (!next) return;
    const place = (word.endMs - startMs) / lengthMs;
    const worth =
      pauseAfter(word, next) +
      (CLAUSE_MARK.test(word.text.trim()) ? CLAUSE_MARK_WORTH : 0) -
      // Outside the middle only if it contains no word boundary.
      (place < MIDDLE.from || place > MIDDLE.to ? 1000 : 0);
    if (worth > best.worth) best = { index, worth };
  });
  return [words.slice(0, best.index + 1), words.slice(best.index + 1)].flatMap((half) =>
    divide(half, longest),
  );
}

/** Splits a stretch of one language without a long pause into utterances. */
function splitStretch(words: TimedWord[]): TimedWord[][] {
  const spoken = words.map((word, index) => ({
    text: word.text,
    pauseAfter: pauseAfter(word, words[index + 1]),
  }));
  const ends = sentenceEnds(spoken, words[0]?.language ?? 'en');
  if (ends.some(Boolean)) {
    return cut(words, (_word, _next, index) => ends[index] ?? false).flatMap((sentence) =>
      divide(sentence, LONGEST_SENTENCE),
    );
  }
  return cut(
    words,
    // A window is cut in silence, and the recogniser started afresh with it.
    (word, next) => word.window !== next.window || pauseAfter(word, next) >= SENTENCE_PAUSE,
  ).flatMap((stretch) => divide(stretch, LONGEST_RUN_ON));
}

/**
 * Splits the words of one channel into utterances. An utterance ends where the speaker or language changes, at every
 * pause of a second, and at a sentence end; unpunctuated text is split at shorter pauses instead. Utterances still
 * too long are split at their longest pause or a comma.
 *
 * @param words in order
 */
export function splitUtterances(words: readonly TimedWord[]): TimedWord[][] {
  return cut(
    words,
    (word, next) =>
      word.language !== next.language ||
      word.speaker !== next.speaker ||
      pauseAfter(word, next) >= LONGEST_PAUSE,
  ).flatMap(splitStretch);
}
