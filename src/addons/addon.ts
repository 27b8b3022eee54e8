import type { AddonError } from '../contract/addons/addon-envelope.ts';
import type { RequestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { WritingPlan } from '../contract/realms/writing-plan.ts';
import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import type { TranslatedUtterance } from '../contract/transcripts/utterance.ts';
import type { RecognisedWord, TranscribeOptions } from '../engine/asr/asr-engine.ts';
import type { FoundSound } from '../engine/sound-events/found-sound.ts';
import type {
  BrowserModels,
  TextClassifier,
  TextGenerator,
  TokenClassifier,
  TranslationQuality,
  Translator,
} from '../language/text/text-models.ts';
import type { Message } from '../lib/errors/msg.ts';
import type { AddonKey } from './addon-schema.ts';
import type { PunctuationTools } from './punctuation_enhanced/punctuation-tools.ts';

/** Words of one channel in one language, in order, across all windows. */
export interface WordRun {
  channel: number;
  /** Transcription language code. */
  language: string;
  words: RecognisedWord[];
}

/** Installed models that fit this device, each loaded once; null if there is none. By transcription language codes. */
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
  translator(source: string, target: string, quality: TranslationQuality): Promise<Translator>;
  /** @param name id or repository of the model; defaults to the first installed one in the manifest */
  textGenerator(use: AddonKey, name?: string): Promise<TextGenerator | null>;
  /** The recording's named sounds, in order. Rejects with `model_missing`, or `unprocessable_audio` for mere text. */
  findSounds(): Promise<FoundSound[]>;
  /** The browser's built-in models. */
  browser: BrowserModels;
  /** @param fraction of this add-on's work, 0 to 1 */
  onProgress(fraction: number): void;
  /** Shows the output so far to anyone watching the job. */
  onOutput(text: string): void;
  /** The same, before the first output: what a language model is about to do. */
  onPlan(plan: WritingPlan): void;
  /**
   * Facts about this run for `post_session_metadata`: who wrote the results (`written_by`), or what served each
   * language (`models`): model ids, `browser` or `builtin`.
   */
  onFacts(facts: Record<string, unknown>): void;
  /** Stores one sentence, for `incomplete` in the envelope, on what could not be done, or only partly. */
  note(text: Message): Promise<void>;
}

/** Exported as `onWords` by the `run.ts` of a stage `words` add-on. */
export type OnWords = (
  run: WordRun,
  request: RequestParams,
  tools: AddonTools,
) => RecognisedWord[] | Promise<RecognisedWord[]>;

/** Exported as `onUtterances` by the `run.ts` of a stage `utterances` add-on. */
export type OnUtterances = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => RewrittenTranscript | Promise<RewrittenTranscript>;

export interface RewrittenTranscript {
  transcription: Transcription;
  /** `results` in the API, if the add-on has an envelope. */
  results?: unknown;
  /** Why nothing here could look for what was asked; the transcript is delivered, and the envelope has failed. */
  error?: AddonError;
}

/** Exported as `onTranscript` by the `run.ts` of a stage `transcript` add-on; returns the API's `results`. */
export type OnTranscript<Results = unknown> = (
  transcription: Transcription,
  request: RequestParams,
  tools: AddonTools,
) => Results | Promise<Results>;

/** Exported as `readTranslation` if the schema says so; returns one translation's `results`. */
export type ReadTranslation<Results = unknown> = (
  utterances: readonly TranslatedUtterance[],
  request: RequestParams,
) => Results | Promise<Results>;

/**
 * Exported as `recognitionHints` by a folder's optional `recognition-hints.ts`: what the recogniser is given before it
 * starts, as a prompt or as weighted words, if the switch is on.
 *
 * @param language transcription language code; null if it is not known yet
 */
export type RecognitionHints = (
  request: RequestParams,
  language: string | null,
) => Pick<TranscribeOptions, 'prompt' | 'hotWords'>;

/** Exports of a folder's `run.ts`. */
export interface AddonModule {
  onWords?: OnWords;
  onUtterances?: OnUtterances;
  onTranscript?: OnTranscript;
  readTranslation?: ReadTranslation;
}
