import type { RecognisedWord } from '../asr/asr-engine.ts';
import type { WindowPiece } from '../audio/windows/speech-window.ts';

const contains = (piece: WindowPiece, seconds: number): boolean =>
  seconds >= piece.windowStart && seconds < piece.windowStart + piece.duration;

const distance = (piece: WindowPiece, seconds: number): number =>
  Math.max(piece.windowStart - seconds, seconds - (piece.windowStart + piece.duration), 0);

/** The piece that contains a moment of the window, or the nearest one. */
function pieceAt(pieces: readonly WindowPiece[], seconds: number): WindowPiece | undefined {
  let nearest: WindowPiece | undefined;
  for (const piece of pieces) {
    if (contains(piece, seconds)) return piece;
    if (!nearest || distance(piece, seconds) < distance(nearest, seconds)) nearest = piece;
  }
  return nearest;
}

/**
 * Converts words from window time to file time, in seconds.
 *
 * A window omits long pauses, so a word across a joint would grow by the pause: it is kept inside the piece that
 * contains its midpoint. Starts never go back, and no word ends before it starts.
 *
 * @param words in order, in seconds of the window
 * @param pieces of the same window; if empty, the times are returned unchanged
 */
export function toFileTime(
  words: readonly RecognisedWord[],
  pieces: readonly WindowPiece[],
): RecognisedWord[] {
  let earliest = 0;
  return words.map((word) => {
    const piece = pieceAt(pieces, (word.start + word.end) / 2);
    const moved = (seconds: number): number => {
      if (!piece) return seconds;
      const within = Math.min(Math.max(seconds - piece.windowStart, 0), piece.duration);
      return piece.fileStart + within;
    };
    const start = Math.max(moved(word.start), earliest);
    const end = Math.max(moved(word.end), start);
    earliest = start;
    return { ...word, start, end };
  });
}

/** Converts spans, which may cross joints, from window time to file time, in seconds. */
export function toFileSpans(
  spans: readonly { start: number; end: number }[],
  pieces: readonly WindowPiece[],
): { start: number; end: number }[] {
  const moved = (seconds: number): number => {
    const piece = pieceAt(pieces, seconds);
    if (!piece) return seconds;
    return piece.fileStart + Math.min(Math.max(seconds - piece.windowStart, 0), piece.duration);
  };
  return spans.map(({ start, end }) => ({ start: moved(start), end: Math.max(moved(end), moved(start)) }));
}
