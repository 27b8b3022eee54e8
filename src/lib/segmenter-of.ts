const segmenters = new Map<string, Intl.Segmenter>();

/** A language's Unicode rules for words or sentences (UAX 29), cached: creating them takes far longer than using them. */
export function segmenterOf(language: string, granularity: 'word' | 'sentence'): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(language, { granularity });
  segmenters.set(key, segmenter);
  return segmenter;
}
