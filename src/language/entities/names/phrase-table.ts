/** Phrases, as words in the form of `nameKey`, by their first word, longest first. */
export type PhraseTable = ReadonlyMap<string, readonly string[][]>;

export function phraseTable(phrases: readonly string[]): PhraseTable {
  const table = new Map<string, string[][]>();
  for (const phrase of phrases.map((one) => one.split(' '))) {
    const own = table.get(phrase[0] ?? '') ?? [];
    table.set(
      phrase[0] ?? '',
      [...own, phrase].sort((a, b) => b.length - a.length),
    );
  }
  return table;
}

/** Number of words of the longest phrase that starts at a place; 0 if none does. */
export function phraseAt(words: readonly string[], at: number, table: PhraseTable): number {
  const found = table
    .get(words[at] ?? '')
    ?.find((phrase) => phrase.every((word, index) => words[at + index] === word));
  return found?.length ?? 0;
}
