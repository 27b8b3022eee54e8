import type { SpeechWindow } from '../../audio/windows/speech-window.ts';
import type { FoundLanguage, LanguageFinder } from './language-finder.ts';

/** Loads a finder when it is first asked, and again after a release; without one, finds nothing until then. */
export class LazyLanguageFinder implements LanguageFinder {
  #loaded: Promise<LanguageFinder | null> | null = null;

  /** @param load returns null if nothing that finds languages is installed */
  constructor(private readonly load: () => Promise<LanguageFinder | null>) {}

  async findLanguage(
    window: SpeechWindow,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundLanguage | null> {
    try {
      this.#loaded ??= this.load();
      const finder = await this.#loaded;
      return finder && (await finder.findLanguage(window, languages, signal));
    } catch (error) {
      signal.throwIfAborted();
      console.warn(`The language could not be found: ${String(error)}`);
      await this.release();
      this.#loaded = Promise.resolve(null);
      return null;
    }
  }

  async release(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    const finder = await loaded?.catch(() => null);
    await finder?.release();
  }
}
