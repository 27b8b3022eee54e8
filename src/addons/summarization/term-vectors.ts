/** Weights of a sentence's terms; its length is 1, or 0 where it has none that tells it from others. */
export type TermVector = ReadonlyMap<string, number>;

/** Weighs each term by how often it stands in its sentence, and by how few sentences have it (tf–idf). */
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

/** How alike two sentences are, 0 to 1 (cosine). */
export function likeness(a: TermVector, b: TermVector): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
