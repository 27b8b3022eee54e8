import type { Finder } from './finder.ts';

export interface Piece {
  text: string;
  /** Whether it is what was searched. */
  hit: boolean;
}

/** A text in pieces, those that are found apart; null finds nothing. */
export function splitAtMatches(text: string, finder: Finder | null): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to } of finder?.(text) ?? []) {
    if (from > end) pieces.push({ text: text.slice(end, from), hit: false });
    pieces.push({ text: text.slice(from, to), hit: true });
    end = to;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}
