import type { LanguageFinder } from '../../languages/language-finder.ts';
import { type LoadWhisperOptions, loadWhisperParts } from '../load-whisper.ts';
import { findLanguage } from './find-language.ts';

/** Loads a Whisper model (`by` is its id) that only finds languages. Throws as `loadWhisper`. */
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
