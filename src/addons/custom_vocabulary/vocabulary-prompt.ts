import type { CustomVocabularyConfig } from '../../contract/custom-vocabulary.ts';
import { DEFAULT_INTENSITY } from './vocabulary-entries.ts';

/**
 * Letters of the longest prompt. Whisper's prompt has room for 223 tokens, of which names take one for two to four letters;
 * a prompt that fills all of it slows every window down and makes repetitions likelier.
 */
const MOST_LETTERS = 400;

/**
 * Spellings for a recogniser to lean towards: the entries, most wanted first, as one line ("Jon, Smyth."). Entries of
 * intensity 0 are left out; what does not fit is left to the comparison after recognition. Empty where nothing is wanted.
 *
 * @param language transcription language code, for the commas; null where it is not known yet
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
