/** The names with " (2)" and so on after those that were there before, whatever their case. */
export function uniqueNames(
  names: readonly string[],
  numbered: (name: string, number: number) => string = (name, number) => `${name} (${number})`,
): string[] {
  const taken = new Set<string>();
  const fresh = (name: string): string => {
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : numbered(name, number);
      const folded = tried.normalize('NFC').toLowerCase();
      if (taken.has(folded)) continue;
      taken.add(folded);
      return tried;
    }
  };
  return names.map(fresh);
}
