import type { RewrittenTranscript, WordRun } from '../../../addons/addon.ts';
import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { Span } from '../../../contract/jobs/request-configs.ts';
import type { WritingPlan } from '../../../contract/realms/writing-plan.ts';
import type { Transcription } from '../../../contract/transcripts/transcription-result.ts';
import type { TranslatedUtterance } from '../../../contract/transcripts/utterance.ts';
import type { RecognisedWord } from '../../../engine/asr/asr-engine.ts';
import type { DecodeFile } from '../../../engine/audio/decoders/page-decoder.ts';
import type { Message } from '../../../lib/errors/msg.ts';
import type { LentBytes } from '../../every-worker/shared/lend-bytes.ts';
import type { LentBrowserModels } from './lent-browser-models.ts';

/** The recording, which is in the page, for a worker that reads its sound. */
export interface LentRecording {
  /** Its bytes, and the seconds that were asked for, all if null. Null where there is no recording. */
  describe(): Promise<{ size: number; span: Span | null } | null>;
  read: LentBytes;
  /** The page's decoder, which workers lack. */
  decodeFile: DecodeFile;
}

/** What the page does for its add-on worker. */
export interface AddonHost {
  browser: LentBrowserModels;
  recording: LentRecording;
  /** @param fraction of this add-on's work, 0 to 1 */
  onProgress(key: AddonKey, fraction: number): void;
  /** The add-on's output so far, or what it is going to write. */
  onOutput(key: AddonKey, text: string, plan?: WritingPlan): void;
  /** What an add-on could not do, for people. */
  onNote(key: AddonKey, text: Message): void;
}

/** Facts about an add-on's run, for `post_session_metadata`. */
export type AddonFacts = Record<string, unknown>;

/** Results of an add-on that reads a transcript. */
export interface AddonReading {
  results: unknown;
  facts: AddonFacts;
}

/** A transcript rewritten by an add-on. */
export interface AddonRewriting extends RewrittenTranscript {
  facts: AddonFacts;
}

/** The add-on worker's interface for the page. Errors arrive as AppError. */
export interface AddonWorkerApi {
  /** Must be the first call of each job. */
  connect(host: AddonHost): void;
  /** Runs an add-on of stage `words` on every run; returns one list of words per run. */
  onWords(key: AddonKey, runs: readonly WordRun[], request: RequestParams): Promise<RecognisedWord[][]>;
  /** Runs an add-on of stage `utterances`. */
  onUtterances(key: AddonKey, transcription: Transcription, request: RequestParams): Promise<AddonRewriting>;
  /** Runs an add-on of stage `transcript`. */
  onTranscript(key: AddonKey, transcription: Transcription, request: RequestParams): Promise<AddonReading>;
  /** Runs an add-on that also reads translations on one of them; returns its `results`. */
  readTranslation(
    key: AddonKey,
    utterances: readonly TranslatedUtterance[],
    request: RequestParams,
  ): Promise<unknown>;
}
