import type { RequestParams } from '../contract/pre-recorded-request.ts';
import type { TranslationConfig } from '../contract/request-configs.ts';
import type { Transcription } from '../contract/transcription-result.ts';
import type { TranslatedUtterance } from '../contract/utterance.ts';
import type { RecognisedWord } from '../engine/asr/asr-engine.ts';
import type {
  BrowserModels,
  TextClassifier,
  TextGenerator,
  TokenClassifier,
  Translator,
} from '../engine/text/text-models.ts';
import type { PunctuationTools } from './punctuation_enhanced/punctuation-tools.ts';

/** Request switches, each served by the folder of the same name. */
export type AddonKey = Extract<
  keyof RequestParams,
  | 'audio_to_llm'
  | 'custom_spelling'
  | 'custom_vocabulary'
  | 'display_mode'
  | 'name_consistency'
  | 'named_entity_recognition'
  | 'pii_redaction'
  | 'punctuation_enhanced'
  | 'sentences'
  | 'sentiment_analysis'
  | 'structured_data_extraction'
  | 'subtitles'
  | 'summarization'
  | 'translation'
>;

/** Contents of an add-on folder's `schema.ts`: everything known about it outside its own run. */
export interface AddonSchema {
  key: AddonKey;
  /**
   * `words`: rewrites recognised words before utterances are built. `utterances`: rewrites the transcript before
   * anybody reads it. `transcript`: reads the finished transcript.
   */
  stage: 'words' | 'utterances' | 'transcript';
  /** Add-ons that run before it, if they were requested too. */
  after: readonly AddonKey[];
  /** Time limit, if models make it slower than most. */
  timeLimit?: TimeLimit;
  /** Stage `utterances` only: if it fails, the transcript is delivered unchanged and its envelope says so. */
  mayFail?: true;
  /** Stage `transcript` only: it also reads each translation (`readTranslation`). */
  alsoTranslations?: true;
}

export interface TimeLimit {
  seconds: number;
  /** Plus this much per minute of the recording. */
  secondsPerMinute: number;
}

/** Words of one channel in one language, in order, across all windows. */
export interface WordRun {
  channel: number;
  /** Transcription language code. */
  language: string;
  words: RecognisedWord[];
}

/**
 * What the worker offers to add-ons: models of the manifest that are installed and fit this device, each loaded once;
 * null if there is none. Languages are transcription language codes.
 */
export interface AddonTools {
  punctuation(language: string): Promise<PunctuationTools>;
  tokenClassifier(use: AddonKey, language: string): Promise<TokenClassifier | null>;
  textClassifier(use: AddonKey, language: string): Promise<TextClassifier | null>;
  /**
   * Rejects with AppError `model_missing`, which says what to install, if nothing here translates between the two.
   *
   * @param target translation language code
   * @param quality `base` prefers the smallest model, `batch` one made for this pair, `enhanced` the largest
   */
  translator(source: string, target: string, quality: TranslationConfig['model']): Promise<Translator>;
  /** @param name id or repository of the model; defaults to the first installed one in the manifest */
  textGenerator(use: AddonKey, name?: string): Promise<TextGenerator | null>;
  /** The browser's built-in models. */
  browser: BrowserModels;
  /** @param fraction of this add-on's work, 0 to 1 */
  onProgress(fraction: number): void;
  /** Shows the output so far to anyone watching the job. */
  onOutput(text: string): void;
  /**
   * Facts about this run for `post_session_metadata`, for stages `utterances` and `transcript`: who wrote the results
   * (`written_by`), or what served each language (`models`): model ids, `browser` or `builtin`.
   */
  onFacts(facts: Record<string, unknown>): void;
  /** Tells the job's reader what could not be done, or only partly. Resolves once it is stored. */
  note(text: string): Promise<void>;
}

/** Exported as `rewriteWords` by the `run.ts` of a stage `words` add-on. */
export type RewriteWords = (
  run: WordRun,
  request: RequestParams,
  tools: AddonTools,
) => RecognisedWord[] | Promise<RecognisedWord[]>;

/** Exported as `rewriteTranscript` by the `run.ts` of a stage `utterances` add-on. */
export type RewriteTranscript = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => RewrittenTranscript | Promise<RewrittenTranscript>;

export interface RewrittenTranscript {
  transcription: Transcription;
  /** `results` in the API, if the add-on has an envelope. */
  results?: unknown;
}

/** Exported as `readTranscript` by the `run.ts` of a stage `transcript` add-on; returns the API's `results`. */
export type ReadTranscript<Results = unknown> = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => Results | Promise<Results>;

/** Exported as `readTranslation` if the schema says so; returns one translation's `results`. */
export type ReadTranslation<Results = unknown> = (
  utterances: readonly TranslatedUtterance[],
  request: RequestParams,
) => Results | Promise<Results>;

/** Exports of a folder's `run.ts`. */
export interface AddonModule {
  rewriteWords?: RewriteWords;
  rewriteTranscript?: RewriteTranscript;
  readTranscript?: ReadTranscript;
  readTranslation?: ReadTranslation;
}
