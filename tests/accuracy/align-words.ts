/** One word of the reference matched with one of the hypothesis; null for the missing partner. */
export interface AlignedPair {
  /** Index into the reference. */
  reference: number | null;
  /** Index into the hypothesis. */
  hypothesis: number | null;
  kind: 'hit' | 'substitution' | 'deletion' | 'insertion';
}

/** Moves; 0 takes a word from both sides. */
const DELETION = 1;
const INSERTION = 2;

/**
 * The last move of the cheapest path to every cell of the edit table, row by row (reference down, hypothesis across).
 */
function cheapestMoves(reference: readonly string[], hypothesis: readonly string[]): Uint8Array {
  const columns = hypothesis.length + 1;
  const moves = new Uint8Array((reference.length + 1) * columns);
  moves.fill(INSERTION, 1, columns);
  let costs = Uint32Array.from({ length: columns }, (_, column) => column);
  reference.forEach((word, index) => {
    const row = index + 1;
    const next = new Uint32Array(columns);
    next[0] = row;
    moves[row * columns] = DELETION;
    for (let column = 1; column < columns; column++) {
      const diagonal = (costs[column - 1] ?? 0) + (word === hypothesis[column - 1] ? 0 : 1);
      const deletion = (costs[column] ?? 0) + 1;
      const insertion = (next[column - 1] ?? 0) + 1;
      const least = Math.min(diagonal, deletion, insertion);
      next[column] = least;
      if (least < diagonal) moves[row * columns + column] = least === deletion ? DELETION : INSERTION;
    }
    costs = next;
  });
  return moves;
}

/** The fewest edits (Levenshtein) from the reference to the hypothesis, as pairs in order. */
export function alignWords(reference: readonly string[], hypothesis: readonly string[]): AlignedPair[] {
  const columns = hypothesis.length + 1;
  const moves = cheapestMoves(reference, hypothesis);
  const pairs: AlignedPair[] = [];
  let row = reference.length;
  let column = hypothesis.length;
  while (row > 0 || column > 0) {
    const move = moves[row * columns + column];
    if (move !== INSERTION) row--;
    if (move !== DELETION) column--;
    if (move === INSERTION) pairs.push({ reference: null, hypothesis: column, kind: 'insertion' });
    else if (move === DELETION) pairs.push({ reference: row, hypothesis: null, kind: 'deletion' });
    else {
      const kind = reference[row] === hypothesis[column] ? 'hit' : 'substitution';
      pairs.push({ reference: row, hypothesis: column, kind });
    }
  }
  return pairs.reverse();
}
