const LONGEST = 6;
/** Recall counts twice as much as precision. */
const BETA_SQUARED = 4;

function gramsOf(text: string, length: number): Map<string, number> {
  const signs = [...text.replaceAll(/\s/gu, '')];
  const grams = new Map<string, number>();
  for (let at = 0; at + length <= signs.length; at++) {
    const gram = signs.slice(at, at + length).join('');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

const sum = (grams: Map<string, number>) => [...grams.values()].reduce((all, count) => all + count, 0);

/**
 * chrF2 of a set, 0 to 100: F-score of character n-grams of 1 to 6 without white space, averaged over their lengths (Popović, "chrF: character
 * n-gram F-score for automatic MT evaluation", 2015; as SacreBLEU computes it over a corpus).
 */
export function chrf(made: readonly string[], references: readonly string[]): number {
  let total = 0;
  for (let length = 1; length <= LONGEST; length++) {
    let shared = 0;
    let given = 0;
    let wanted = 0;
    for (const [index, text] of made.entries()) {
      const own = gramsOf(text, length);
      const reference = gramsOf(references[index] ?? '', length);
      for (const [gram, count] of own) shared += Math.min(count, reference.get(gram) ?? 0);
      given += sum(own);
      wanted += sum(reference);
    }
    const precision = given === 0 ? 0 : shared / given;
    const recall = wanted === 0 ? 0 : shared / wanted;
    const weighed = BETA_SQUARED * precision + recall;
    total += weighed === 0 ? 0 : ((1 + BETA_SQUARED) * precision * recall) / weighed;
  }
  return (100 * total) / LONGEST;
}
