import type { ApiClient } from '../../client/api/api-client.ts';
import { FolderWatcher } from '../../client/library/folder-watcher.ts';
import { watchedFolders } from '../../client/library/watched-folders.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { isAbort } from '../../lib/errors/errors.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { messageOf } from '../parts/message-of.ts';
import { looksLikeRecording } from './dropped-files.ts';

/** How often the folder is looked at. */
const INTERVAL_MS = 2000;
/** One tab watches. */
const LOCK = 'earshot-watched-folder';

interface Choice {
  format: TranscriptFormat;
  fileName: string;
  /** Whether what is in the folder already is transcribed, too. */
  present: boolean;
}

/** The folder whose new recordings are transcribed while a page is open. */
export class WatchState {
  /** Name of the folder; null if none is watched. */
  folder = $state<string | null>(null);
  /** The browser asks again after a restart whether the page may read and write the folder. */
  needsPermission = $state(false);
  queued = $state(0);
  written = $state(0);
  faults = $state.raw<readonly string[]>([]);
  error = $state<string | null>(null);

  readonly #watcher: FolderWatcher;
  readonly #signal: AbortSignal;
  #stop = new AbortController();

  constructor(
    api: ApiClient,
    options: () => SubmitOptions,
    { signal, queued }: { signal: AbortSignal; queued: () => void },
  ) {
    this.#signal = signal;
    this.#watcher = new FolderWatcher({ api, options, isRecording: looksLikeRecording, queued });
  }

  /** Goes on watching the folder of the last time. */
  async resume(): Promise<void> {
    const folder = await watchedFolders.get();
    this.folder = folder?.handle.name ?? null;
    if (!folder) return;
    this.needsPermission = !(await watchedFolders.mayUse(folder.handle));
    if (!this.needsPermission) this.#watch();
  }

  /** Asks the browser for the folder again; call at a click. */
  async allow(): Promise<void> {
    const folder = await watchedFolders.get();
    if (!folder || !(await watchedFolders.ask(folder.handle))) return;
    this.needsPermission = false;
    this.#watch();
  }

  /** Asks for a folder and watches it; call at a click. */
  async choose({ format, fileName, present }: Choice): Promise<void> {
    const handle = await watchedFolders.pick();
    if (!handle) return;
    const folder = { handle, format, fileName };
    // A page that is closed before all of it is listed watches nothing.
    const known = present ? [] : await this.#watcher.present(handle);
    this.#end();
    await watchedFolders.set(folder, known);
    this.folder = handle.name;
    this.needsPermission = false;
    this.#watch();
  }

  /** Tries at once what failed; call when its reason may be gone. */
  async retry(): Promise<void> {
    await watchedFolders.retry();
    this.faults = [];
  }

  async stop(): Promise<void> {
    this.#end();
    await watchedFolders.set(null);
    this.folder = null;
    this.needsPermission = false;
  }

  #end(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.queued = 0;
    this.written = 0;
    this.faults = [];
    this.error = null;
  }

  #watch(): void {
    const signal = AbortSignal.any([this.#signal, this.#stop.signal]);
    navigator.locks
      .request(LOCK, { signal }, async () => {
        this.#watcher.follow(signal);
        while (!signal.aborted) {
          await this.#look(signal);
          await waitFor(INTERVAL_MS, signal);
        }
      })
      .catch((error: unknown) => isAbort(error) || console.error(error));
  }

  async #look(signal: AbortSignal): Promise<void> {
    try {
      const folder = await watchedFolders.get();
      if (!folder || signal.aborted) return;
      const { queued, written, faults } = await this.#watcher.look(folder, signal);
      this.queued += queued;
      this.written += written;
      this.faults = faults;
      this.error = null;
    } catch (error) {
      if (!signal.aborted) this.error = `The folder could not be read: ${messageOf(error)}`;
    }
  }
}
