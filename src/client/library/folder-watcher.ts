import { FORMAT_FILES } from '../../contract/transcripts/transcript-formats.ts';
import { type ErrorCode, isAbort, toAppError } from '../../lib/errors/errors.ts';
import { fileNameFrom, numberedFileName } from '../../lib/files/file-name.ts';
import {
  listWatchedFiles,
  putWatchedFile,
  type WatchedFile,
  type WatchedFolder,
} from '../../storage/library/watched-store.ts';
import type { ApiClient } from '../api/api-client.ts';
import { summariseJob } from '../jobs/job-summary.ts';
import { isFinished } from '../jobs/job-update.ts';
import { watchJobs } from '../jobs/watch-jobs.ts';
import { type SubmitOptions, submitRecording } from '../recordings/submit-recording.ts';
import { existsBelow, type FolderFile, filesBelow, parentOf, writeBelow } from './folder-files.ts';

/** After a failure, the first and the longest wait until the next try. */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
/** Each failure in a row makes the wait this much longer. */
const LONGER = 3;
/** Tries for a file that is itself at fault, and for one that is not: the latter last for hours. */
const MOST_TRIES_OF_BAD_FILE = 3;
const MOST_TRIES = 12;
/** What is wrong with the file, and remains wrong until somebody changes it. */
const BAD_FILE = new Set<ErrorCode>([
  'unsupported_media',
  'unprocessable_audio',
  'too_large',
  'invalid_request',
]);
/** Size of a file that could not be read when the folder was chosen. */
const UNREAD = -1;

/** Which file of the watched folder a job was made of, in `custom_metadata`. */
const MARK = 'earshot_watched';

interface WatcherOptions {
  api: ApiClient;
  /** Options of the jobs that are made. */
  options: () => SubmitOptions;
  /** Whether a file of the folder is a recording. */
  isRecording: (file: Pick<File, 'name' | 'type'>) => boolean;
  /** Called with the id of each job that was created. */
  queued?: (jobId: string) => void;
}

/** What one look at the folder did. */
export interface FolderLook {
  queued: number;
  written: number;
  /** Files that could not be read, queued or written, with the reasons. */
  faults: string[];
}

/** Queues new files of a folder, once they no longer grow, and writes results beside them. */
export class FolderWatcher {
  readonly #options: WatcherOptions;
  /** Sizes and times of files that may still grow. */
  #growing = new Map<string, string>();
  /** Unfinished jobs when they were asked for, less those that have ended since; null if nothing reports ends. */
  #unfinished: Set<string> | null = null;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /** Until the signal aborts, looks ask once for each job, and again when the channel reports its end. */
  follow(signal: AbortSignal): void {
    const unfinished = new Set<string>();
    this.#unfinished = unfinished;
    watchJobs((news) => {
      if (news.type === 'missed') unfinished.clear();
      else if (news.type === 'job-deleted') unfinished.delete(news.id);
      else if (news.type === 'job-changed' && (news.status === 'done' || news.status === 'error'))
        unfinished.delete(news.id);
    }, signal);
    signal.addEventListener(
      'abort',
      () => {
        if (this.#unfinished === unfinished) this.#unfinished = null;
      },
      { once: true },
    );
  }

  /** Everything that is in a folder, as known files: only what comes later is queued. */
  async present(handle: FileSystemDirectoryHandle): Promise<WatchedFile[]> {
    const known: WatchedFile[] = [];
    for await (const found of filesBelow(handle)) {
      const file = await readable(found);
      const state = file ? stateOf(found, file) : { path: found.path, size: UNREAD, modified: 0 };
      if (!file || this.#options.isRecording(file))
        known.push({ ...state, job_id: null, settled: true, failure: null });
    }
    return known;
  }

  /** Looks at the folder once. Throws if the folder itself cannot be read. */
  async look(folder: WatchedFolder, signal: AbortSignal): Promise<FolderLook> {
    const look: FolderLook = { queued: 0, written: 0, faults: [] };
    const known = await listWatchedFiles();
    const growing = new Map<string, string>();
    for await (const found of filesBelow(folder.handle)) {
      signal.throwIfAborted();
      try {
        await this.#lookAt(found, known.get(found.path), { look, growing, signal });
      } catch (error) {
        if (signal.aborted) throw error;
        look.faults.push(`${found.path}: ${toAppError(error).message}`);
      }
    }
    this.#growing = growing;
    for (const file of (await listWatchedFiles()).values()) {
      signal.throwIfAborted();
      await this.#lookForResult(file, folder, { look, signal });
    }
    return look;
  }

  /** Queues a file if it is new, has stopped growing, and is not to wait after a failure. */
  async #lookAt(
    found: FolderFile,
    before: WatchedFile | undefined,
    { look, growing, signal }: { look: FolderLook; growing: Map<string, string>; signal: AbortSignal },
  ): Promise<void> {
    const file = await found.handle.getFile();
    if (!this.#options.isRecording(file) || file.size === 0) return;
    const state = stateOf(found, file);
    if (before?.size === UNREAD) return putWatchedFile({ ...before, ...state });
    const same = before && isSame(before, state) ? before : null;
    const failure = same?.failure ?? null;
    // Its job has it, or it was there before.
    if (same && (same.job_id !== null || !failure)) return;
    if (failure && !isDue(failure)) {
      look.faults.push(faultOf(state, failure));
      return;
    }
    growing.set(found.path, keyOf(state));
    if (!same && this.#growing.get(found.path) !== keyOf(state)) return;
    const row = { ...state, job_id: null, settled: false, failure };
    if (await trying(look, row, signal, () => this.#queue(state, file, signal))) look.queued++;
  }

  async #lookForResult(
    file: WatchedFile,
    folder: WatchedFolder,
    { look, signal }: { look: FolderLook; signal: AbortSignal },
  ): Promise<void> {
    const { settled, job_id, failure } = file;
    if (settled || job_id === null) return;
    if (failure && !isDue(failure)) {
      look.faults.push(faultOf(file, failure));
      return;
    }
    if (this.#unfinished?.has(job_id)) return;
    // Before the question: an end that comes while it is answered counts.
    this.#unfinished?.add(job_id);
    const write = async () => {
      if (await this.#write(folder, file, job_id)) look.written++;
    };
    if (!(await trying(look, file, signal, write))) this.#unfinished?.delete(job_id);
  }

  async #queue(state: ReturnType<typeof stateOf>, file: File, signal: AbortSignal): Promise<void> {
    const { api, options, queued } = this.#options;
    const mark = { [MARK]: keyOf(state) };
    // A page that was closed after it made the job did not note its id.
    const made = (await api.listJobs({ custom_metadata: mark, limit: 1, signal })).items[0]?.id;
    const job_id =
      made ?? (await submitRecording(api, file, { ...options(), customMetadata: mark }, { signal }));
    await putWatchedFile({ ...state, job_id, settled: false, failure: null });
    queued?.(job_id);
  }

  /** Writes the result of a finished job; true if it did. */
  async #write(
    { handle, format, fileName }: WatchedFolder,
    file: WatchedFile,
    jobId: string,
  ): Promise<boolean> {
    const { api } = this.#options;
    const job = await api.getJob(jobId).catch((error: unknown) => {
      // Deleted: there is nothing to write.
      if (toAppError(error).code === 'not_found') return null;
      throw error;
    });
    const parent = await parentOf(handle, file.path);
    const isOver = job === null || job.status === 'error' || parent === null;
    if (isOver) await putWatchedFile({ ...file, settled: true, failure: null });
    if (isOver || !isFinished(job)) return false;
    const { name, languages } = summariseJob(job);
    const wanted = fileNameFrom(fileName, {
      name: job.file?.filename ?? name,
      id: job.id,
      format,
      extension: FORMAT_FILES[format].extension,
      language: languages.join('+'),
      date: job.created_at.slice(0, 10),
    });
    let path = wanted;
    // Nothing that is there is overwritten.
    for (let number = 2; await existsBelow(parent, path); number++) path = numberedFileName(wanted, number);
    await writeBelow(parent, path, await api.getTranscriptFile(job.id, format, { names: true }));
    await putWatchedFile({ ...file, settled: true, failure: null });
    return true;
  }
}

const stateOf = ({ path }: FolderFile, { size, lastModified }: File) => ({
  path,
  size,
  modified: lastModified,
});

const keyOf = ({ path, size, modified }: Pick<WatchedFile, 'path' | 'size' | 'modified'>) =>
  `${path}#${size}#${modified}`;

const isSame = (one: Pick<WatchedFile, 'size' | 'modified'>, other: Pick<WatchedFile, 'size' | 'modified'>) =>
  one.size === other.size && one.modified === other.modified;

type Failure = NonNullable<WatchedFile['failure']>;

/** Nothing waits longer than the longest wait: then the clock was put back. */
const isDue = ({ next }: Failure) =>
  next !== null && (next <= Date.now() || next > Date.now() + LONGEST_WAIT_MS);

const faultOf = ({ path }: Pick<WatchedFile, 'path'>, { reason, next }: Failure): string =>
  `${path}: ${reason}${next === null ? ' It is tried again when the file changes.' : ''}`;

/** One file that fails does not keep the others from their turn, and has its own again after a wait; true if it succeeds. */
async function trying(
  look: FolderLook,
  file: WatchedFile,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (isAbort(error) || signal.aborted) throw error;
    const { code, message } = toAppError(error);
    const tries = (file.failure?.tries ?? 0) + 1;
    const most = BAD_FILE.has(code) ? MOST_TRIES_OF_BAD_FILE : MOST_TRIES;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * LONGER ** (tries - 1));
    const failure = { reason: message, tries, next: tries < most ? Date.now() + wait : null };
    look.faults.push(faultOf(file, failure));
    await putWatchedFile({ ...file, failure });
    return false;
  }
}

async function readable({ handle }: FolderFile): Promise<File | null> {
  try {
    return await handle.getFile();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
