import type { RecognisedWord } from '../asr/asr-engine.ts';
import type { WindowPiece } from '../audio/speech-window.ts';

const contains = (piece: WindowPiece, seconds: number): boolean =>
  seconds >= piece.windowStart && seconds < piece.windowStart + piece.duration;

const distance = (piece: WindowPiece, seconds: number): number =>
  Math.max(piece.windowStart - seconds, seconds - (piece.windowStart + piece.duration), 0);

/** The piece that holds a moment of the window; the nearest where none does. */
function pieceAt(pieces: readonly WindowPiece[], seconds: number): WindowPiece | undefined {
  let nearest: WindowPiece | undefined;
  for (const piece of pieces) {
    if (contains(piece, seconds)) return piece;
    if (!nearest || distance(piece, seconds) < distance(nearest, seconds)) nearest = piece;
  }
  return nearest;
}

/**
 * Moves words from seconds of the window to seconds of the file.
 *
 * A window leaves long pauses out, so a word that reaches over a joint would grow by the pause: it is held inside the
 * piece where its middle lies. Starts never go back, and no word ends before it starts.
 *
 * @param words in order of time, in seconds of the window
 * @param pieces of the same window; with none, the times are returned as they are
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
