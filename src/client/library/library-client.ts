import { announce } from '../../contract/realms/channel.ts';
import type { EntryChange, LibraryEntry } from '../../contract/transcripts/library-entry.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { libraryWorker } from '../../realms/library/page/spawn.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import {
  changeEntries,
  markDeleted,
  readDeleted,
  readEntries,
  unmarkDeleted,
} from '../../storage/library/library-rows.ts';
import { type JobSummary, summariseJob } from '../jobs/job-summary.ts';
import type { FoundPassages, FoundRecording, ListedRecording } from './library-index.ts';
import type { AskedLibrary, AskedPassage, CitedSentence } from './search/ask-library.ts';
import type { LikenedPoint, MeantHit } from './search/meaning-index.ts';

export type { AskedLibrary, CitedSentence, LikenedPoint, MeantHit };

/** A recording, or another run of one, that is hidden until it is deleted for good. */
export interface HiddenJob extends Pick<JobSummary, 'id' | 'name' | 'repeats'> {
  /** What the clock said when it was hidden: the same for all that were hidden together. */
  at: string;
}

/** What the app does with many recordings beyond `/v2`. Every change is announced to all tabs. */
export interface LibraryClient {
  /** Renames recordings, or changes their tags or folder. */
  change(ids: readonly string[], change: EntryChange): Promise<void>;
  /** Names, tags and folders by job; jobs without any are left out. */
  entries(ids: readonly string[]): Promise<ReadonlyMap<string, LibraryEntry>>;
  /** Takes recordings out of all lists, stops their jobs and returns `at` of the hidden; `restore` brings them back until they are deleted. */
  hide(ids: readonly string[]): Promise<string>;
  restore(ids: readonly string[]): Promise<void>;
  listHidden(): Promise<readonly HiddenJob[]>;
  /** All recordings without their transcripts, newest first, as far as those are known by now. */
  list(): Promise<ListedRecording[]>;
  /** Resolves once the text of all transcripts is known, and `list` is complete. */
  readTexts(): Promise<void>;
  /** Makes the index of all words; a search does so, too. */
  prepare(): Promise<void>;
  /** `first` is how many recordings come with their passages, and with how many of these. */
  search(text: string, first: { recordings: number; passages: number }): Promise<FoundRecording[]>;
  /** The passages of a recording with these words. */
  passages(id: string, text: string, most: number): Promise<FoundPassages>;
  /** Passages that mean something like the text, the nearest first; null where no model for that is installed. */
  meant(text: string, most: number): Promise<MeantHit[] | null>;
  /** Sentences that answer a question, and the passages that they are from. */
  ask(question: string): Promise<AskedLibrary>;
  /** Passages as a language model reads them. */
  readable(passages: readonly AskedPassage[]): Promise<Utterance[]>;
  /** The sentences of an answer that passages confirm, each with them. */
  ground(answer: string, passages: readonly AskedPassage[]): Promise<CitedSentence[]>;
  /** How alike each point and its sentences are in meaning, -1 to 1; null where no model for that is installed. */
  likeness(points: readonly LikenedPoint[]): Promise<number[][] | null>;
}

export const libraryClient: LibraryClient = {
  async change(ids, change) {
    await changeEntries(ids, change);
    announce({ type: 'library-changed', ids });
  },
  entries: readEntries,
  async hide(ids) {
    const at = await markDeleted(ids);
    for (const id of ids) announce({ type: 'job-deleted', id });
    return at;
  },
  async restore(ids) {
    for (const { id, status, progress, seconds_left: secondsLeft } of await unmarkDeleted(ids)) {
      if (status === 'queued') announce({ type: 'job-queued', id });
      announce({ type: 'job-changed', id, status, progress, secondsLeft });
    }
  },
  list: () => libraryWorker().call((worker) => worker.list()),
  readTexts: () => libraryWorker().call((worker) => worker.readTexts()),
  prepare: () => libraryWorker().call((worker) => worker.prepare()),
  search: (text, first) => libraryWorker().call((worker) => worker.search(text, first)),
  passages: (id, text, most) => libraryWorker().call((worker) => worker.passages(id, text, most)),
  meant: (text, most) => libraryWorker().call((worker) => worker.meant(text, most)),
  ask: (question) => libraryWorker().call((worker) => worker.ask(question)),
  readable: (passages) => libraryWorker().call((worker) => worker.readable(passages)),
  ground: (answer, passages) => libraryWorker().call((worker) => worker.ground(answer, passages)),
  likeness: (points) => libraryWorker().call((worker) => worker.likeness(points)),
  async listHidden() {
    return (await readDeleted()).map((row) => {
      const { id, name, repeats } = summariseJob(jobResponse({ ...row, result: null }));
      return { id, name, repeats, at: row.deleted?.at ?? '' };
    });
  },
};
