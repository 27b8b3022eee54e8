import type {
  FoundPassages,
  FoundRecording,
  ListedRecording,
} from '../../../client/library/library-index.ts';
import type {
  AskedLibrary,
  AskedPassage,
  CitedSentence,
} from '../../../client/library/search/ask-library.ts';
import type { LikenedPoint, MeantHit } from '../../../client/library/search/meaning-index.ts';
import type { SearchCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';
import type { Utterance } from '../../../contract/transcripts/utterance.ts';

/** The library worker's interface for the page. Errors arrive as AppError. */
export interface LibraryWorkerApi {
  /** All recordings, newest first, as far as their transcripts are known by now. */
  list(): Promise<ListedRecording[]>;
  /** Resolves once all transcripts are known, and `list` is complete. */
  readTexts(): Promise<void>;
  /** Makes the index. */
  prepare(): Promise<void>;
  /** Recordings with all of these words or names, the best first; the first of them with passages. */
  search(text: string, first: { recordings: number; passages: number }): Promise<FoundRecording[]>;
  /** The passages of one of them. */
  passages(id: string, text: string, most: number): Promise<FoundPassages>;
  /** Makes the vectors of all recordings, where a model is installed; resolves when all are there. */
  prepareMeaning(): Promise<void>;
  /** Passages that mean something like the text, the nearest first, as far as their vectors are made; null without a model. */
  meant(text: string, most: number): Promise<MeantHit[] | null>;
  /** Sentences that answer a question, shortest first; empty if none does. */
  ask(question: string): Promise<AskedLibrary>;
  /** Passages as utterances that a language model reads. */
  readable(passages: readonly AskedPassage[]): Promise<Utterance[]>;
  /** The sentences of an answer that passages confirm, each with them. */
  ground(answer: string, passages: readonly AskedPassage[]): Promise<CitedSentence[]>;
  /** Answers `GET /v2/search`. */
  answer(call: SearchCall): Promise<TranscriptOutcome>;
  /** Does so with a call that comes by a port, while it holds a lock. */
  serve(port: MessagePort, lock: string): Promise<void>;
  /** How alike each point and its sentences are in meaning, -1 to 1; null without a model. */
  likeness(points: readonly LikenedPoint[]): Promise<number[][] | null>;
}
