import type { TranscriptionLanguageCode, TranslationLanguageCode } from '../transcripts/language-code.ts';

export interface TranslateTextOptions {
  from: TranscriptionLanguageCode;
  to: TranslationLanguageCode;
  /** Model as in `translation_config`; `batch` by default. */
  model?: 'base' | 'batch' | 'enhanced' | undefined;
  /** Rows such as `Smith = Schmidt`: translations of terms. */
  context?: string | undefined;
  informal?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface TranslatedTexts {
  /** Translations of the given texts, in their order. */
  texts: string[];
  /** Ids of the models that translated, or `browser`. */
  models: string[];
  /** What was not done as asked, or may be wrong: one sentence each. */
  incomplete: string[];
}
