import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WindowPiece } from '../audio/windows/speech-window.ts';
import { toFileTime } from './to-file-time.ts';

const pieces: WindowPiece[] = [
  { windowStart: 0, fileStart: 10, duration: 2 },
  { windowStart: 2, fileStart: 20, duration: 3 },
];
const word = (start: number, end: number) => ({ word: ' a', start, end, confidence: 0.5 });

describe('toFileTime', () => {
  it('shifts each word by the piece that it lies in', () => {
    expect(toFileTime([word(0.5, 1), word(2.5, 3)], pieces)).toEqual([word(10.5, 11), word(20.5, 21)]);
  });

  it('keeps a word across a joint inside the piece of its midpoint', () => {
    expect(toFileTime([word(1.5, 2.2)], pieces)).toEqual([word(11.5, 12)]);
    expect(toFileTime([word(1.9, 2.4)], pieces)).toEqual([word(20, 20.4)]);
  });

  it('keeps a word past the end of the window in the last piece', () => {
    expect(toFileTime([word(4.5, 6)], pieces)).toEqual([word(22.5, 23)]);
    expect(toFileTime([word(7, 8)], pieces)).toEqual([word(23, 23)]);
  });

  it('keeps times as they are if there are no pieces', () => {
    expect(toFileTime([word(1, 2)], [])).toEqual([word(1, 2)]);
  });

  it('returns times that never go back, inside the pieces, for words in order', () => {
    const pieceList = fc
      .array(
        fc.record({
          gap: fc.double({ min: 0, max: 5, noNaN: true }),
          duration: fc.double({ min: 0.1, max: 9, noNaN: true }),
        }),
        {
          minLength: 1,
          maxLength: 5,
        },
      )
      .map((parts) => {
        let windowStart = 0;
        let fileStart = 0;
        return parts.map(({ gap, duration }) => {
          fileStart += gap;
          const piece = { windowStart, fileStart, duration };
          windowStart += duration;
          fileStart += duration;
          return piece;
        });
      });
    const wordList = fc
      .array(
        fc.tuple(fc.double({ min: 0, max: 2, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true })),
        { maxLength: 12 },
      )
      .map((spans) => {
        let start = 0;
        return spans.map(([gap, length]) => {
          start += gap;
          return word(start, start + length);
        });
      });
    fc.assert(
      fc.property(pieceList, wordList, (somePieces, someWords) => {
        const moved = toFileTime(someWords, somePieces);
        expect(moved).toHaveLength(someWords.length);
        let earliest = 0;
        for (const { start, end } of moved) {
          expect(start).toBeGreaterThanOrEqual(earliest);
          expect(end).toBeGreaterThanOrEqual(start);
          const inside = somePieces.some(
            (piece) => start >= piece.fileStart - 1e-9 && end <= piece.fileStart + piece.duration + 1e-9,
          );
          expect(inside).toBe(true);
          earliest = start;
        }
      }),
    );
  });
});
