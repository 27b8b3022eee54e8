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

/** Switches of the request that are served by a folder of this name. */
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

/** What `schema.ts` of an add-on's folder says: all that is known of it where it does not run. */
export interface AddonSchema {
  key: AddonKey;
  /**
   * `words`: rewrites what was heard, before utterances are made. `utterances`: rewrites the transcript before anybody reads
   * it. `transcript`: reads the finished transcript.
   */
  stage: 'words' | 'utterances' | 'transcript';
  /** Add-ons that run before it, where they were requested too. */
  after: readonly AddonKey[];
  /** How long it may take, where models make it slower than most. */
  timeLimit?: TimeLimit;
  /** Of stage `utterances`: where it fails, the transcript is given out as it was, and its envelope says so. */
  mayFail?: true;
  /** Of stage `transcript`: it reads each translation, too (`readTranslation`). */
  alsoTranslations?: true;
}

export interface TimeLimit {
  seconds: number;
  /** And so much more for every minute of the recording. */
  secondsPerMinute: number;
}

/** Words of one channel in one language, in order of time, over all windows. */
export interface WordRun {
  channel: number;
  /** Transcription language code. */
  language: string;
  words: RecognisedWord[];
}

/**
 * What add-ons get from the worker that they run in: models of the manifest, where they are installed and fit this device, each
 * loaded once; null where there is none. Languages are transcription language codes.
 */
export interface AddonTools {
  punctuation(language: string): Promise<PunctuationTools>;
  tokenClassifier(use: AddonKey, language: string): Promise<TokenClassifier | null>;
  textClassifier(use: AddonKey, language: string): Promise<TextClassifier | null>;
  /**
   * Rejects with AppError `model_missing`, which says what to install, where nothing here translates between the two.
   *
   * @param target translation language code
   * @param quality `base` prefers the smallest model, `batch` one made for this pair, `enhanced` the largest
   */
  translator(source: string, target: string, quality: TranslationConfig['model']): Promise<Translator>;
  /** @param name id or repository of the model; without it the first of the manifest that is installed */
  textGenerator(use: AddonKey, name?: string): Promise<TextGenerator | null>;
  /** What the browser itself offers. */
  browser: BrowserModels;
  /** @param fraction of this add-on's work, 0 to 1 */
  onProgress(fraction: number): void;
  /** Shows what is written so far to whoever watches the job. */
  onOutput(text: string): void;
  /**
   * Facts about this run for `post_session_metadata`, of stages `utterances` and `transcript`: who wrote the results
   * (`written_by`), or what served each language (`models`): ids of models, `browser`, `builtin`.
   */
  onFacts(facts: Record<string, unknown>): void;
  /** Tells whoever reads the job what could not be done, or only in part. Ends when it is noted. */
  note(text: string): Promise<void>;
}

/** `run.ts` of an add-on of stage `words` exports this as `rewriteWords`. */
export type RewriteWords = (
  run: WordRun,
  request: RequestParams,
  tools: AddonTools,
) => RecognisedWord[] | Promise<RecognisedWord[]>;

/** `run.ts` of an add-on of stage `utterances` exports this as `rewriteTranscript`. */
export type RewriteTranscript = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => RewrittenTranscript | Promise<RewrittenTranscript>;

export interface RewrittenTranscript {
  transcription: Transcription;
  /** What the wire calls `results`, where the add-on has an envelope. */
  results?: unknown;
}

/** `run.ts` of an add-on of stage `transcript` exports this as `readTranscript`; the result is what the wire calls `results`. */
export type ReadTranscript<Results = unknown> = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => Results | Promise<Results>;

/** What it exports as `readTranslation`, where its schema says so; `results` of one translation. */
export type ReadTranslation<Results = unknown> = (
  utterances: readonly TranslatedUtterance[],
  request: RequestParams,
) => Results | Promise<Results>;

/** What a folder's `run.ts` exports. */
export interface AddonModule {
  rewriteWords?: RewriteWords;
  rewriteTranscript?: RewriteTranscript;
  readTranscript?: ReadTranscript;
  readTranslation?: ReadTranslation;
}
