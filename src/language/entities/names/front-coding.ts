/**
 * The words of a sorted list, separated by spaces, in which each word begins with the number (one digit in base 36) of
 * letters that it shares with the one before.
 */
export function frontDecoded(coded: string): Set<string> {
  const words = new Set<string>();
  let before = '';
  for (const entry of coded.split(' ')) {
    before = before.slice(0, Number.parseInt(entry.charAt(0), 36)) + entry.slice(1);
    words.add(before);
  }
  return words;
}
