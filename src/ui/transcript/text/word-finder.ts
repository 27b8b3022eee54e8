/** Letters and digits without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Tells which words begin as one that was searched for, as the library's search has it; none if nothing was. */
export function wordFinder(sought: string): (word: string) => boolean {
  const terms = plain(sought).split(' ').filter(Boolean);
  if (terms.length === 0) return () => false;
  return (word) =>
    plain(word)
      .split(' ')
      .some((part) => terms.some((term) => part.startsWith(term)));
}
