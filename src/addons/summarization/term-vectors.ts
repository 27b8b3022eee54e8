/** Weights of a sentence's terms; a unit vector, or zero if no term distinguishes it. */
export type TermVector = ReadonlyMap<string, number>;

/** Weights each term by its frequency in the sentence and its rarity among sentences (tf–idf). */
export function termVectors(sentences: readonly (readonly string[])[]): TermVector[] {
  const inSentences = new Map<string, number>();
  for (const terms of sentences) {
    for (const term of new Set(terms)) inSentences.set(term, (inSentences.get(term) ?? 0) + 1);
  }
  return sentences.map((terms) => {
    const vector = new Map<string, number>();
    for (const term of terms) {
      const rarity = Math.log((sentences.length + 1) / (inSentences.get(term) ?? 1));
      vector.set(term, (vector.get(term) ?? 0) + rarity);
    }
    const length = Math.hypot(...vector.values());
    if (length > 0) for (const [term, weight] of vector) vector.set(term, weight / length);
    return vector;
  });
}

/** Similarity of two sentences, 0 to 1 (cosine). */
export function likeness(a: TermVector, b: TermVector): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
