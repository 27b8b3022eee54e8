import type { CustomVocabularyConfig } from './schema.ts';
import { DEFAULT_INTENSITY } from './vocabulary-entries.ts';

/** Most letters of a prompt. Whisper's holds 223 tokens; a full one slows every window and favours repetitions. */
const MOST_LETTERS = 400;

/**
 * Spellings for a recogniser to prefer: the entries, highest intensity first, as one line ("Jon, Smyth."). Entries
 * with intensity 0 are dropped; what does not fit is left to the comparison after recognition. Empty if there are
 * none.
 *
 * @param language transcription language code, for the commas; null if not yet known
 */
export function vocabularyPrompt(config: CustomVocabularyConfig, language: string | null): string {
  const wanted = config.vocabulary
    .map((item) => (typeof item === 'string' ? { value: item } : item))
    .map((entry) => ({
      value: entry.value.trim().replaceAll(/\s+/gu, ' '),
      intensity: entry.intensity ?? config.default_intensity ?? DEFAULT_INTENSITY,
    }))
    .filter((entry) => entry.intensity > 0 && entry.value !== '')
    .toSorted((a, b) => b.intensity - a.intensity);
  const values: string[] = [];
  let length = 0;
  for (const value of new Set(wanted.map((entry) => entry.value))) {
    length += [...value].length + 2;
    if (length > MOST_LETTERS) break;
    values.push(value);
  }
  if (values.length === 0) return '';
  return language !== null && /^(?:zh|ja|yue)$/.test(language)
    ? `${values.join('、')}。`
    : `${values.join(', ')}.`;
}
