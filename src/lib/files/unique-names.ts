import { normalForm } from '../normal-form.ts';
/** The names with " (2)" and so on after those that were there before, whatever their case. */
export function uniqueNames(
  names: readonly string[],
  numbered: (name: string, number: number) => string = (name, number) => `${name} (${number})`,
): string[] {
  const fold = (name: string) => normalForm(name, 'NFC').toLowerCase();
  const taken = new Set<string>();
  /** The next number of each name: many may be called alike. */
  const next = new Map<string, number>();
  const fresh = (name: string): string => {
    const folded = fold(name);
    for (let number = next.get(folded) ?? 1; ; number++) {
      const tried = number === 1 ? name : numbered(name, number);
      const key = number === 1 ? folded : fold(tried);
      if (taken.has(key)) continue;
      taken.add(key);
      next.set(folded, number + 1);
      return tried;
    }
  };
  return names.map(fresh);
}
