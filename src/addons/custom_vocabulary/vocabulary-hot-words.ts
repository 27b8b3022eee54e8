import type { CustomVocabularyConfig } from './schema.ts';
import { DEFAULT_INTENSITY } from './vocabulary-entries.ts';

/** The entries with an intensity, which is their `weight`, as hot words of a recogniser, each once. */
export function vocabularyHotWords(config: CustomVocabularyConfig): { text: string; weight: number }[] {
  const weights = new Map<string, number>();
  for (const item of config.vocabulary) {
    const entry = typeof item === 'string' ? { value: item } : item;
    const text = entry.value.trim().replaceAll(/\s+/gu, ' ');
    const weight = entry.intensity ?? config.default_intensity ?? DEFAULT_INTENSITY;
    if (text !== '' && weight > 0 && !weights.has(text)) weights.set(text, weight);
  }
  return Array.from(weights, ([text, weight]) => ({ text, weight }));
}
