import type { ApiClient } from '../../client/api/api-client.ts';
import { watchCompleteness } from '../../client/app/cache-the-rest.ts';
import { notifySystem } from '../../client/app/system-notification.ts';
import type { JobSummary } from '../../client/jobs/job-summary.ts';
import type { LibraryClient } from '../../client/library/library-client.ts';
import type { ModelsClient } from '../../client/models/model-library.ts';
import type { HeldArrival } from '../../client/recordings/arrivals.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { videoSiteOf } from '../../lib/addresses/video-site.ts';
import { type AppError, toAppError } from '../../lib/errors/errors.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import type { ArrivalsState } from '../compose/arrivals-state.svelte.ts';
import { OptionsState } from '../compose/options-state.svelte.ts';
import { type PairedFile, pairFiles } from '../compose/paired-files.ts';
import { SubmissionsState } from '../compose/submissions-state.svelte.ts';
import type { WatchState } from '../compose/watch-state.svelte.ts';
import type { DeletionsState } from '../library/deletion/deletions-state.svelte.ts';
import { JobsState } from '../library/jobs-state.svelte.ts';
import type { LibraryCare } from '../library/library-care.svelte.ts';
import { LibraryView } from '../library/library-view.svelte.ts';
import { AddonRunsState } from '../library/list/addon-runs-state.svelte.ts';
import { SelectionState } from '../library/selection/selection-state.svelte.ts';
import type { LiveState } from '../live/live-state.svelte.ts';
import { ModelsState } from '../models/models-state.svelte.ts';
import { messageOf } from '../parts/message-of.ts';
import { runAction } from '../parts/user-actions.ts';
import { shownText } from '../texts/shown-message.ts';
import { translate } from '../texts/texts.ts';
import { PoolMembership } from './pool-membership.svelte.ts';
import { Presence } from './presence.svelte.ts';
import { RouteState } from './route-state.svelte.ts';
import { ThemeState } from './theme-state.svelte.ts';

export interface AppServices {
  api: ApiClient;
  models: ModelsClient;
  library: LibraryClient;
  ready: () => Promise<void>;
}

const FOLDED = 'earshot-library-folded';

/** All of the page's state, which components reach through the context. */
export class AppState {
  phase = $state<'starting' | 'ready' | 'failed'>('starting');
  failure = $state<AppError | null>(null);
  /** The latest announcement, for the live region. */
  announcement = $state('');
  /** Error of the last action, until dismissed. */
  problem = $state<string | null>(null);
  /** The dialogs that are open, the topmost last: only that one is seen, so it shows the problem. */
  dialogs = $state.raw<readonly string[]>([]);
  applyUpdate = $state.raw<(() => void) | null>(null);
  /** Whether files are missing that the app needs without a network. */
  isIncomplete = $state(false);

  readonly api: ApiClient;
  readonly library: LibraryClient;
  readonly route = new RouteState();
  readonly theme = new ThemeState();
  readonly pool = new PoolMembership();
  readonly options = new OptionsState();
  readonly jobs: JobsState;
  readonly submissions: SubmissionsState;
  readonly models: ModelsState;
  readonly addonRuns: AddonRunsState;
  readonly selection = new SelectionState();
  readonly view: LibraryView;
  /** Deletions that can be undone; null until somebody deletes something. */
  deletions = $state.raw<DeletionsState | null>(null);
  /** Whether the library is folded away beside an open recording. */
  folded = $state(localStorage.getItem(FOLDED) !== null);
  /** Files that were given together, until their options are chosen. */
  batch = $state.raw<readonly PairedFile[]>([]);
  /** What waits for an answer; null until it was looked for. */
  arrivals = $state.raw<ArrivalsState | null>(null);
  /** The live session of this page; null until its view was opened. */
  live = $state.raw<LiveState | null>(null);
  /** The safety of the library; null until that was looked at. */
  care = $state.raw<LibraryCare | null>(null);
  readonly presence = new Presence();
  readonly #services: AppServices;
  #watch: Promise<WatchState> | null = null;
  #signal = new AbortController().signal;

  /** `prepareRows` loads what the rows of these jobs show, before the list is shown for the first time. */
  constructor(services: AppServices, prepareRows: (jobs: readonly JobSummary[]) => Promise<void>) {
    this.#services = services;
    this.api = services.api;
    this.library = services.library;
    this.models = new ModelsState(services.models);
    this.addonRuns = new AddonRunsState(services.api);
    this.jobs = new JobsState(
      services.api,
      services.library,
      (job) => this.#announceFinished(job),
      prepareRows,
    );
    this.view = new LibraryView(services.library, this.jobs);
    this.submissions = new SubmissionsState(services.api);
  }

  foldLibrary(): void {
    this.folded = !this.folded;
    if (this.folded) localStorage.setItem(FOLDED, 'yes');
    else localStorage.removeItem(FOLDED);
  }

  async start(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    this.route.watch(signal);
    this.models.watch(signal);
    this.presence.watch(signal);
    try {
      await this.#services.ready();
      this.phase = 'ready';
    } catch (error) {
      this.failure = toAppError(error);
      this.phase = 'failed';
      return;
    }
    watchCompleteness((isComplete) => {
      this.isIncomplete = !isComplete;
    }, signal);
    this.pool.watch(signal).catch(console.error);
    import('./unsent-fields.ts')
      .then(({ guardFields }) => this.#keepUnsent(guardFields(signal)))
      .catch(console.error);
    import('./watch-code.ts').then(({ watchCode }) => watchCode(this, signal)).catch(console.error);
    import('../../client/app/launched-files.ts')
      .then(({ takeLaunchedFiles }) => takeLaunchedFiles((files) => this.submit(files)))
      .catch(console.error);
    this.#openArrivals(signal).catch(console.error);
    import('../../client/settings/ask-when-stored.ts')
      .then(({ askWhenStored }) => askWhenStored(signal))
      .catch(console.error);
    await this.jobs.start(signal);
    this.#offerUndo(signal).catch(console.error);
    import('../library/library-care.svelte.ts')
      .then(({ LibraryCare }) => {
        this.care = new LibraryCare(this.jobs);
        return this.care.watch(signal);
      })
      .catch(console.error);
    if (localStorage.getItem('earshot-watches-folder')) this.openWatch().catch(console.error);
  }

  /** A dialog that is left by the Back key takes what was typed in it along: the first step back is refused. */
  #keepUnsent(unsent: () => readonly string[]): void {
    let warned = '';
    this.route.stays = () => {
      const typed = unsent().join('\n');
      const stays = typed !== '' && typed !== warned;
      warned = stays ? typed : '';
      if (stays) this.say('This text is not saved. Go back again to discard it.');
      return stays;
    };
  }

  /** Takes files: one is transcribed at once, several when their options are chosen. */
  submit(files: readonly File[]): void {
    if (files.length === 0) return;
    const { pairs, left } = pairFiles(files);
    const [captions] = left;
    this.problem = captions
      ? `${captions.name} needs a recording of the same name. To add it to another one, open that recording and choose Import a transcript.`
      : null;
    if (pairs.length > 1 || this.batch.length > 0) this.batch = [...this.batch, ...pairs];
    else this.submitPairs(pairs.map((file) => ({ file, options: this.options.current() })));
  }

  submitPairs(given: readonly { file: PairedFile; options: SubmitOptions }[]): void {
    const [first] = given;
    if (!first) return;
    const created = (id: string) => this.#created(id, given.length === 1);
    for (const { file, options } of given) this.submissions.submit([file], options, created);
    this.say(
      given.length === 1 ? `Adding ${first.file.recording.name}.` : `Adding ${given.length} recordings.`,
    );
  }

  submitArrivals(arrivals: readonly HeldArrival[]): void {
    const [first] = arrivals;
    if (!first) return;
    const created = (id: string) => this.#created(id, arrivals.length === 1);
    this.submissions.submitArrivals(arrivals, this.options.current(), created);
    this.say(
      arrivals.length === 1 ? `Adding ${first.record.filename}.` : `Adding ${arrivals.length} recordings.`,
    );
  }

  async #openArrivals(signal: AbortSignal): Promise<void> {
    const { ArrivalsState } = await import('../compose/arrivals-state.svelte.ts');
    const arrivals = new ArrivalsState((held) => this.submitArrivals(held));
    await arrivals.watch(signal);
    this.arrivals = arrivals;
    const refusal = arrivals.takeRefusal();
    if (refusal !== null) this.problem = refusal;
  }

  submitAddress(address: string): void {
    const site = videoSiteOf(address);
    this.problem =
      site &&
      `${site} lets no other site read its recordings. Save the file to this device, then add it here.`;
    if (site) return;
    this.submissions.submitAddress(address, this.options.current(), (id) => this.#created(id, true));
    this.say(`Adding ${address}.`);
  }

  trySample(): Promise<void> {
    this.say('Adding the sample.');
    return this.submissions.submitSample(this.options.current(), (id) => this.#created(id, true));
  }

  /** Deletes recordings, for 10 s so that it can be undone; cancels what waits or runs. */
  async deleteJobs(jobs: readonly { id: string }[]): Promise<void> {
    const runs = jobs.flatMap(({ id }) => this.jobs.runsOf(id));
    const ids = [...jobs, ...runs].map(({ id }) => id);
    await this.attempt(async () => {
      const what = await (await this.#openDeletions()).add(ids);
      this.jobs.drop(ids);
      this.selection.remove(ids);
      if (this.route.jobId !== null && ids.includes(this.route.jobId)) this.route.close();
      this.say(what);
    });
  }

  /** What was deleted before a reload can be undone still. */
  async #offerUndo(signal: AbortSignal): Promise<void> {
    const deletions = await this.#openDeletions();
    await deletions.watch(signal);
    const [latest] = deletions.items.slice(-1);
    if (latest) this.say(latest.what);
  }

  async #openDeletions(): Promise<DeletionsState> {
    const { DeletionsState } = await import('../library/deletion/deletions-state.svelte.ts');
    this.deletions ??= new DeletionsState(this.api, this.library);
    return this.deletions;
  }

  /** The watched folder, whose code is loaded when there is one or when one is to be chosen. */
  openWatch(): Promise<WatchState> {
    this.#watch ??= import('../compose/watch-state.svelte.ts').then(async ({ WatchState }) => {
      const watch = new WatchState(this.api, () => this.options.current(), {
        signal: this.#signal,
        queued: () => void this.jobs.refresh(),
      });
      await watch.resume();
      return watch;
    });
    return this.#watch;
  }

  /** Runs a user's action and shows its error. */
  async attempt(action: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await runAction(action);
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  say(text: string): void {
    this.announcement = plainName(text);
  }

  /** Opens a single recording at once; several appear in the list. */
  #created(id: string, open: boolean): void {
    if (open) this.route.openJob(id);
    void this.jobs.refresh();
  }

  #announceFinished(job: JobSummary): void {
    this.say(
      job.status === 'done'
        ? `${job.name}: ${translate('the transcript is ready.')}`
        : `${job.name} failed: ${shownText(job.error?.message ?? '', job.error?.texts)}`,
    );
    this.presence.note();
    const body =
      job.status === 'done'
        ? 'The transcript is ready.'
        : `Failed: ${shownText(job.error?.message ?? '', job.error?.texts)}`;
    notifySystem(job, body).catch(console.error);
  }
}
