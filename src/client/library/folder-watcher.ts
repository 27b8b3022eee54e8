import { FORMAT_FILES } from '../../contract/transcript-formats.ts';
import { toAppError } from '../../lib/errors.ts';
import { fileNameFrom, numberedFileName } from '../../lib/file-name.ts';
import {
  listWatchedFiles,
  putWatchedFile,
  type WatchedFile,
  type WatchedFolder,
} from '../../storage/watched-store.ts';
import type { ApiClient } from '../api-client.ts';
import { summariseJob } from '../job-summary.ts';
import { isFinished } from '../job-update.ts';
import { type SubmitOptions, submitRecording } from '../submit-recording.ts';
import { watchJobs } from '../watch-jobs.ts';
import { existsBelow, type FolderFile, filesBelow, parentOf, writeBelow } from './folder-files.ts';

/** Which file of the watched folder a job was made of, in `custom_metadata`. */
const MARK = 'earshot_watched';

interface WatcherOptions {
  api: ApiClient;
  /** Options of the jobs that are made. */
  options: () => SubmitOptions;
  /** Whether a file of the folder is a recording. */
  isRecording: (file: Pick<File, 'name' | 'type'>) => boolean;
  /** Told of each job that was made. */
  queued?: (jobId: string) => void;
}

/** What one look at the folder did. */
export interface FolderLook {
  queued: number;
  written: number;
  /** Files that could not be read, queued or written, with the reasons. */
  faults: string[];
}

/**
 * Queues what is new in a folder, each file once, and writes results beside the recordings. A file is new when it has
 * another size or time than when it was last seen; it is queued when it has stopped growing.
 */
export class FolderWatcher {
  readonly #options: WatcherOptions;
  /** Sizes and times of files that may still grow. */
  #growing = new Map<string, string>();
  /** Jobs that were unfinished when they were asked for, and of which no end was told since; null if nobody tells. */
  #unfinished: Set<string> | null = null;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /** Until the signal aborts, looks ask once for each job, and again when the channel tells its end. */
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

  /** Takes everything in the folder for known: only what comes later is queued. */
  async skipPresent({ handle }: WatchedFolder): Promise<void> {
    for await (const found of filesBelow(handle)) {
      const file = await found.handle.getFile();
      if (this.#options.isRecording(file))
        await putWatchedFile({ ...stateOf(found, file), job_id: null, settled: true });
    }
  }

  /** Looks at the folder once. Throws if the folder itself cannot be read. */
  async look(folder: WatchedFolder, signal: AbortSignal): Promise<FolderLook> {
    const look: FolderLook = { queued: 0, written: 0, faults: [] };
    const known = await listWatchedFiles();
    const growing = new Map<string, string>();
    for await (const found of filesBelow(folder.handle)) {
      signal.throwIfAborted();
      await trying(look, found.path, async () => {
        const file = await found.handle.getFile();
        if (!this.#options.isRecording(file) || file.size === 0) return;
        const state = stateOf(found, file);
        const before = known.get(found.path);
        if (before && isSame(before, state)) return;
        growing.set(found.path, keyOf(state));
        if (this.#growing.get(found.path) !== keyOf(state)) return;
        await this.#queue(state, file, signal);
        look.queued++;
      });
    }
    this.#growing = growing;
    for (const file of (await listWatchedFiles()).values()) {
      signal.throwIfAborted();
      const { settled, job_id } = file;
      if (settled || job_id === null || this.#unfinished?.has(job_id)) continue;
      await trying(look, file.path, async () => {
        // Before the question: what is told while it is answered counts.
        this.#unfinished?.add(job_id);
        try {
          if (await this.#write(folder, file, job_id)) look.written++;
        } catch (error) {
          this.#unfinished?.delete(job_id);
          throw error;
        }
      });
    }
    return look;
  }

  async #queue(state: ReturnType<typeof stateOf>, file: File, signal: AbortSignal): Promise<void> {
    const { api, options, queued } = this.#options;
    const mark = { [MARK]: keyOf(state) };
    // A page that was closed after it made the job did not note its id.
    const made = (await api.listJobs({ custom_metadata: mark, limit: 1, signal })).items[0]?.id;
    const chosen = options();
    const job_id =
      made ??
      (await submitRecording(
        api,
        file,
        { ...chosen, addons: { ...chosen.addons, custom_metadata: mark } },
        signal,
      ));
    await putWatchedFile({ ...state, job_id, settled: false });
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
    if (isOver) await putWatchedFile({ ...file, settled: true });
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
    // Nothing that lies there is overwritten.
    for (let number = 2; await existsBelow(parent, path); number++) path = numberedFileName(wanted, number);
    await writeBelow(parent, path, await api.getTranscriptFile(job.id, format, { names: true }));
    await putWatchedFile({ ...file, settled: true });
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

/** One file that fails does not keep the others from their turn. */
async function trying(look: FolderLook, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    look.faults.push(`${path}: ${toAppError(error).message}`);
  }
}
