import type { CustomVocabularyConfig } from '../../contract/custom-vocabulary.ts';
import { joinSounds, type Speller } from '../../engine/sounds/speller.ts';

/** Used where neither the entry nor the request says how eager to be. */
export const DEFAULT_INTENSITY = 0.5;

export interface VocabularyTerm {
  /** As it is to be written. */
  value: string;
  /** 0 to 1. */
  intensity: number;
  /** Its letters and numbers in lower case, without spaces. */
  letters: string;
  /** How many words it has. */
  words: number;
  /** Ways that it sounds: as it is written, and its pronunciations. None twice. */
  sounds: string[];
}

/** Letters and numbers of a text in lower case: what is the same however it is divided and marked. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}+#]/gu, '');

/**
 * The entries of a request that can be found. Entries of intensity 0 are left out, and so are those without a letter; of
 * two that are written alike the first counts.
 *
 * @param speller of a language
 */
export function vocabularyTerms(
  config: CustomVocabularyConfig,
  language: string,
  speller: (language: string) => Speller,
): VocabularyTerm[] {
  const terms = new Map<string, VocabularyTerm>();
  for (const item of config.vocabulary) {
    const entry = typeof item === 'string' ? { value: item } : item;
    const value = entry.value.trim().normalize('NFC');
    const intensity = entry.intensity ?? config.default_intensity ?? DEFAULT_INTENSITY;
    const letters = lettersOf(value);
    if (intensity <= 0 || letters === '' || terms.has(value)) continue;
    const spell = speller(entry.language ?? language);
    const spoken = [value, ...(entry.pronunciations ?? [])].map((text) =>
      wordsOf(text).map(spell).reduce(joinSounds, ''),
    );
    const sounds = [...new Set(spoken)].filter((sound) => sound !== '');
    terms.set(value, { value, intensity, letters, words: wordsOf(value).length, sounds });
  }
  return [...terms.values()];
}

/** "GitLab" is spoken like "Git Lab": a capital inside a word begins a part. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[\s\-–_/]+/u)
    .filter((word) => word !== '');
