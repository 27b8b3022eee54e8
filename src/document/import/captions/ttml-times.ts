import { spokenWords } from '../json/spoken-words.ts';
import { withoutSyllables } from './cue-markup.ts';
import type { RowedCue } from './cue-passages.ts';
import { secondsOf } from './cue-times.ts';

type Attributes = ReadonlyMap<string, string>;

/** Seconds of a time expression; null for none, or one that cannot be read. */
export type TtmlClock = (time: string) => number | null;

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The times of a file, by the attributes of its root: "00:00:01.5", "00:00:01:12" in frames, "1.5s", "1500ms", "36f" and "15000000t". */
export function ttmlClock(root: Attributes): TtmlClock {
  const [numerator = 1, denominator = 1] = (root.get('frameratemultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number);
  const frames = (Number(root.get('framerate') ?? 30) * numerator) / denominator;
  // A time code that counts all frames at 23.976 falls behind the clock; one that drops some does not.
  const isCode = root.get('timebase') === 'smpte' && !root.get('dropmode')?.startsWith('drop');
  const pace = isCode ? denominator / numerator : 1;
  const ticks = Number(root.get('tickrate') ?? (root.has('framerate') ? frames : 1));
  const secondsIn = (own: string): number | null => {
    const [, clock, frame] = /^(\d+:\d{2}:\d{2}):(\d{1,3})(?:\.\d+)?$/.exec(own) ?? [];
    if (clock !== undefined) return (secondsOf(clock) ?? 0) * pace + Number(frame) / frames;
    const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(own) ?? [];
    if (count === undefined) {
      const seconds = secondsOf(own);
      return seconds === null ? null : seconds * pace;
    }
    if (unit === 'f') return Number(count) / frames;
    return unit === 't' ? Number(count) / ticks : Number(count) * (UNITS[unit] ?? 1);
  };
  return (time) => {
    const seconds = secondsIn(time);
    return Number.isFinite(seconds) ? Math.round((seconds ?? 0) * 1e6) / 1e6 : null;
  };
}

/** A piece of a paragraph's text; the times are those of the innermost element with a start of its own, if it is within the paragraph. */
export interface Piece {
  text: string;
  start: number | null;
  end: number | null;
}

/** Of a word whose element says only when it begins; seconds. */
export const SHORTEST = 0.05;

/**
 * Words that have an element of their own with times; null if any has not. A syllable, which has no space before it where others have
 * one, belongs to the piece before.
 *
 * @param areWords whether the file says that its elements are words, whatever is between them
 */
export function ttmlWords(
  pieces: readonly Piece[],
  end: number | null,
  { areWords, text }: { areWords: boolean; text: string },
): RowedCue['words'] {
  const isBlank = (piece: Piece | undefined) => piece?.text.trim() === '';
  const parts = pieces.map((piece, at) => {
    const isJoined = at > 0 && !/\s$/u.test(pieces[at - 1]?.text ?? '') && !/^\s/u.test(piece.text);
    return { ...piece, isJoined: isJoined && !areWords };
  });
  const timed = parts.filter((piece) => !isBlank(piece));
  if (timed.length < 2 || timed.some(({ text, start }) => start === null || /\S\s+\S/u.test(text)))
    return null;
  const said = withoutSyllables(timed);
  const words = said.map(({ text: word, start, end: own }, at) => {
    const next = said[at + 1]?.start ?? end ?? (start ?? 0) + SHORTEST;
    return { word: word.trim(), start, end: Math.min(own ?? next, next), confidence: null };
  });
  return spokenWords(words, { start: 0, end: 0, text });
}
