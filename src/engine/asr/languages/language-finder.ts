import type { SpeechWindow } from '../../audio/windows/speech-window.ts';

/** Probability from which a found language counts; see `docs/accuracy.md`. */
export const SURE_OF_LANGUAGE = 0.9;

/** The language that somebody speaks. */
export interface FoundLanguage {
  /** Transcription language code. */
  language: string;
  /** Probability, 0 to 1. */
  confidence: number;
  /** Id of the model that recognised it. */
  by: string;
}

/** Finds the language of speech for recognisers that cannot do so themselves. */
export interface LanguageFinder {
  /**
   * The language of a window's first speech; null if there is no model to ask. After an abort, throws AbortError.
   *
   * @param languages those to choose from if one of them is likely to be spoken; empty for all
   */
  findLanguage(
    window: SpeechWindow,
    languages: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundLanguage | null>;
  /** Frees its memory; it can be asked again. */
  release(): Promise<void>;
}

/** Together, less than this says that none of the languages to choose from is spoken. */
const LEAST_SHARE = 0.5;

/** The languages to choose from, if one is likely to be spoken (`shareOf`, 0 to 1, among all); otherwise none, for all. */
export const spokenAmong = (
  some: readonly string[],
  shareOf: (language: string) => number,
): readonly string[] =>
  some.reduce((sum, language) => sum + shareOf(language), 0) < LEAST_SHARE ? [] : some;
