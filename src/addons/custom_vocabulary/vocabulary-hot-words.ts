import type { HotWord } from '../../engine/asr/asr-engine.ts';
import type { CustomVocabularyConfig } from './schema.ts';
import { spokenVariants } from './spoken-variants.ts';
import { DEFAULT_INTENSITY } from './vocabulary-entries.ts';

/**
 * The entries with an intensity, which is their `weight`, as hot words of a recogniser, each once.
 *
 * @param language transcription language code; null if it is not known yet
 */
export function vocabularyHotWords(config: CustomVocabularyConfig, language: string | null): HotWord[] {
  const words = new Map<string, HotWord>();
  const entries = config.vocabulary.length;
  for (const item of config.vocabulary) {
    const entry = typeof item === 'string' ? { value: item } : item;
    const text = entry.value.trim().replaceAll(/\s+/gu, ' ');
    const weight = entry.intensity ?? config.default_intensity ?? DEFAULT_INTENSITY;
    if (text === '' || weight <= 0 || words.has(text)) continue;
    const { pronunciations } = entry;
    const said = spokenVariants(text, { language: entry.language ?? language, pronunciations, entries });
    words.set(text, { text, weight, said });
  }
  return [...words.values()];
}
