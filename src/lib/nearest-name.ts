const MOST_MISTAKES = 2;
/** Shorter names than this many letters for each mistake could be any other. */
const LETTERS_PER_MISTAKE = 3;

/** The name that somebody who wrote this may have meant; null if none is near. Case, hyphens and underscores make no difference. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const bare = bareOf(written);
  let nearest: string | null = null;
  let least = MOST_MISTAKES + 1;
  for (const name of names) {
    const other = bareOf(name);
    if (Math.abs(other.length - bare.length) >= least) continue;
    const count = mistakes(bare, other);
    if (count >= least || count * LETTERS_PER_MISTAKE > other.length) continue;
    nearest = name;
    least = count;
  }
  return nearest;
}

const bareOf = (name: string) => name.replaceAll(/[-_\s]/g, '').toLowerCase();

/** Letters to add, to leave out or to exchange (Levenshtein). */
function mistakes(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const exchanged = (before[column] ?? 0) + (letter === other[column] ? 0 : 1);
      now.push(Math.min(exchanged, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}
