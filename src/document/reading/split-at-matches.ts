export interface Piece {
  text: string;
  /** Whether it is what was searched. */
  hit: boolean;
}

/** A text in pieces, those that the expression matches apart; `expression` has the flag g, and null matches nothing. */
export function splitAtMatches(text: string, expression: RegExp | null): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of expression ? text.matchAll(expression) : []) {
    if (index > end) pieces.push({ text: text.slice(end, index), hit: false });
    if (found !== '') pieces.push({ text: found, hit: true });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}
