import type { LanguageFinder } from '../../languages/language-finder.ts';
import { type LoadWhisperOptions, loadWhisperParts } from '../load-whisper.ts';
import { findLanguage } from './find-language.ts';

/**
 * Loads a Whisper model that only finds languages.
 *
 * @param by id of the model
 * @throws AppError as `loadWhisper`
 */
export async function loadLanguageFinder(options: LoadWhisperOptions, by: string): Promise<LanguageFinder> {
  const parts = await loadWhisperParts(options);
  return {
    findLanguage: async (window, languages, signal) => ({
      ...(await findLanguage(parts, window, languages, signal)),
      by,
    }),
    release: () => parts.model.dispose(),
  };
}
