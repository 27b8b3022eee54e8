import type { AddonKey, RewrittenTranscript, WordRun } from '../../addons/addon.ts';
import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { Transcription } from '../../contract/transcription-result.ts';
import type { TranslatedUtterance } from '../../contract/utterance.ts';
import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import type { BrowserModels } from '../../engine/text/text-models.ts';
import type { LentBrowserModels } from './lent-browser-models.ts';

/** What the page does for its add-on worker. */
export interface AddonHost {
  browser: BrowserModels;
  /** @param fraction of this add-on's work, 0 to 1 */
  onProgress(key: AddonKey, fraction: number): void;
  /** What an add-on has written so far. */
  onOutput(key: AddonKey, text: string): void;
  /** What an add-on could not do, for a person. */
  onNote(key: AddonKey, text: string): void;
}

/** The same as the worker has it. */
export type LentAddonHost = Omit<AddonHost, 'browser'> & { browser: LentBrowserModels };

/** About an add-on's run, for `post_session_metadata`. */
export type AddonFacts = Record<string, unknown>;

/** What an add-on made of a transcript. */
export interface AddonReading {
  results: unknown;
  facts: AddonFacts;
}

/** A transcript that an add-on rewrote. */
export interface AddonRewriting extends RewrittenTranscript {
  facts: AddonFacts;
}

/** The add-on worker as the page calls it. Errors arrive as AppError. */
export interface AddonWorkerApi {
  /** Comes before all other calls. */
  connect(host: LentAddonHost): void;
  /** Runs an add-on of stage `words` on every run; as many lists of words as runs come back. */
  rewriteWords(key: AddonKey, runs: readonly WordRun[], request: RequestParams): Promise<RecognisedWord[][]>;
  /** Runs an add-on of stage `utterances`. */
  rewriteTranscript(
    key: AddonKey,
    transcription: Transcription,
    request: RequestParams,
  ): Promise<AddonRewriting>;
  /** Runs an add-on of stage `transcript`. */
  readTranscript(key: AddonKey, transcription: Transcription, request: RequestParams): Promise<AddonReading>;
  /** Runs an add-on that reads translations, too, on one of them; gives its `results`. */
  readTranslation(
    key: AddonKey,
    utterances: readonly TranslatedUtterance[],
    request: RequestParams,
  ): Promise<unknown>;
}
