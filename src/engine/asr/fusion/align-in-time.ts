import type { RecognisedWord } from '../asr-engine.ts';

/** A position in the text and what each recogniser found there; null if it found nothing. */
export interface AlignedWords {
  first: RecognisedWord | null;
  second: RecognisedWord | null;
  /** Both recognised the same letters. */
  agreed: boolean;
}

/** Words whose midpoints are further apart than this are never the same word, seconds. */
const FURTHEST = 1;

const SKIP_COST = 0.6;
const DIFFERENT_COST = 1;
/** Per second between the midpoints of two words. */
const COST_PER_SECOND = 0.25;

type Move = 'pair' | 'first' | 'second';

/** One word in two spellings, of which a recogniser writes either. */
const ONE_SPELLING: Readonly<Record<string, string>> = { mister: 'mr', missus: 'mrs', doctor: 'dr' };

/** What is compared: letters and digits, ignoring case, punctuation, spaces, and how "mister" is spelled. */
export const plainWord = (word: string): string => {
  const plain = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return ONE_SPELLING[plain] ?? plain;
};

const middle = ({ start, end }: RecognisedWord): number => (start + end) / 2;

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Aligns two recognisers' words for the same audio: the cheapest path through both, where differing letters and
 * distance in time cost. Both in order; O(n·m).
 *
 * @see Fiscus (1997), "A post-processing system to yield reduced word error rates: ROVER"
 */
export function alignInTime(
  first: readonly RecognisedWord[],
  second: readonly RecognisedWord[],
): AlignedWords[] {
  const left = first.map(({ word }) => plainWord(word));
  const right = second.map(({ word }) => plainWord(word));
  const pairCost = (row: number, column: number): number => {
    const a = first[row];
    const b = second[column];
    if (!a || !b) return NEVER;
    const apart = Math.abs(middle(a) - middle(b));
    if (apart > FURTHEST) return NEVER;
    return (left[row] === right[column] ? 0 : DIFFERENT_COST) + apart * COST_PER_SECOND;
  };
  const moves = cheapestMoves(first.length, second.length, pairCost);

  const aligned: AlignedWords[] = [];
  let row = first.length;
  let column = second.length;
  while (row > 0 || column > 0) {
    const move = moves[row]?.[column];
    const a = move === 'second' ? null : (first[--row] ?? null);
    const b = move === 'first' ? null : (second[--column] ?? null);
    aligned.push({ first: a, second: b, agreed: a !== null && b !== null && left[row] === right[column] });
  }
  return aligned.reverse();
}

/** The last move of the cheapest path to every cell, row by row. */
function cheapestMoves(
  rows: number,
  columns: number,
  pairCost: (row: number, column: number) => number,
): Move[][] {
  let above = Array.from({ length: columns + 1 }, (_, column) => column * SKIP_COST);
  const moves = [above.map((): Move => 'second')];
  for (let row = 1; row <= rows; row += 1) {
    const costs = [row * SKIP_COST];
    const taken: Move[] = ['first'];
    for (let column = 1; column <= columns; column += 1) {
      const both = (above[column - 1] ?? NEVER) + pairCost(row - 1, column - 1);
      const onlyFirst = (above[column] ?? NEVER) + SKIP_COST;
      const onlySecond = (costs[column - 1] ?? NEVER) + SKIP_COST;
      const least = Math.min(both, onlyFirst, onlySecond);
      costs.push(least);
      taken.push(least === both ? 'pair' : least === onlyFirst ? 'first' : 'second');
    }
    moves.push(taken);
    above = costs;
  }
  return moves;
}
