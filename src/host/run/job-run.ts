import { isShownEarly } from '../../contract/jobs/queue-request.ts';
import { announce } from '../../contract/realms/channel.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { getCheckpoints, putCheckpoint } from '../../storage/jobs/checkpoint-store.ts';
import { updateJob } from '../../storage/jobs/job-store.ts';
import { ensureWithinLimits } from '../../storage/settings/limits.ts';
import type { KnownNotes } from './addons/addon-runner.ts';
import type { ClaimedJob } from './claim-job.ts';
import type { JobResult } from './complete-result.ts';
import type { JobHooks } from './job-hooks.ts';
import { ProgressAnnouncer } from './progress/progress-announcer.ts';
import { resolveAudio } from './speech/resolve-audio.ts';

/** How often progress is stored where no window is: in hours of silence, and while an add-on runs. */
const NOTE_MS = 5_000;

/** One run of a claimed job: what it stores, and announces to the pages, for as long as the job is its own. */
export class JobRun {
  readonly hooks: JobHooks;
  readonly #progress: ProgressAnnouncer;
  #bytes = 0;
  #steps = 0;
  #notedAt = performance.now();

  constructor(
    readonly job: ClaimedJob,
    readonly signal: AbortSignal,
    enough?: AbortSignal,
  ) {
    const { id, params } = job;
    this.#progress = new ProgressAnnouncer(job);
    this.hooks = {
      enough,
      onProgress: (latest) => {
        this.#progress.update(latest);
        this.#noteProgress();
      },
      onMeter: (meter) => this.#progress.follow(meter),
      onWindow: (transcript) => this.#store(transcript),
      onText: isShownEarly(params)
        ? ({ index: window, channel, pieces }, text) =>
            announce({ type: 'job-text', id, window, channel, start: pieces[0]?.fileStart ?? 0, text })
        : undefined,
      onAddonProgress: (addon, fraction) => {
        announce({ type: 'addon-progress', id, addon, fraction });
        this.#progress.addon(addon, fraction);
        this.#noteProgress();
      },
      onAddonOutput: (addon, text, plan) =>
        announce({ type: 'addon-output', id, addon, text, ...(plan && { plan }) }),
      onAddonEnd: () => this.#noteStep(),
    };
  }

  /** The recording, what is asked of it, and the windows that were finished by an earlier run. */
  async open() {
    const { job, signal } = this;
    const audio: ByteSource = await resolveAudio(job, signal);
    this.#bytes = audio.size;
    const finished = await getCheckpoints(job.id);
    this.#steps = finished.length;
    this.#progress.start();
    return { input: { audio, request: job.params, addonNotes: addonNotesOf(job) }, finished };
  }

  /** Stores the result. */
  end(
    { result, session }: JobResult,
    more: (current: JobRecord) => Partial<JobRecord> = () => ({}),
  ): Promise<JobRecord> {
    return this.#change((current) => ({
      status: 'done',
      completed_at: new Date().toISOString(),
      progress: 1,
      stage: undefined,
      seconds_left: null,
      claim: null,
      result,
      session: { ...current.session, ...session },
      ...more(current),
    }));
  }

  async #store(transcript: WindowTranscript): Promise<void> {
    const { job, signal } = this;
    signal.throwIfAborted();
    // Some files reveal their duration only while they are decoded.
    await ensureWithinLimits({ bytes: this.#bytes, duration: transcript.end });
    const stored = await putCheckpoint({ job_id: job.id, ...transcript }, job.claim, this.#step());
    if (!stored) throw takenOver();
    announce({ type: 'job-window', id: job.id, window: transcript.index });
  }

  async #noteStep(): Promise<void> {
    await this.#change(this.#step());
  }

  /** One more window or add-on is done. */
  #step(): (current: Pick<JobRecord, 'furthest'>) => Partial<Omit<JobRecord, 'result'>> {
    const steps = ++this.#steps;
    const reached = this.#reached();
    return ({ furthest }) => ({ ...(steps > furthest && { attempts: 0, furthest: steps }), ...reached });
  }

  /** How far the job is, to be stored. */
  #reached(): Pick<JobRecord, 'stage' | 'progress' | 'seconds_left'> {
    this.#notedAt = performance.now();
    const { stage, fraction, secondsLeft } = this.#progress.latest;
    return { stage, progress: fraction, seconds_left: secondsLeft };
  }

  /** Programs that ask for the job get what is stored. */
  #noteProgress(): void {
    if (this.signal.aborted || performance.now() - this.#notedAt < NOTE_MS) return;
    const reached = this.#reached();
    this.#change(() => reached).catch((error: unknown) => this.signal.aborted || console.warn(error));
  }

  /** Changes the job if it still is this run's. */
  async #change(changes: (current: JobRecord) => Partial<JobRecord>): Promise<JobRecord> {
    const { job, signal } = this;
    signal.throwIfAborted();
    const changed = await updateJob(job.id, (current) =>
      current.claim === job.claim ? changes(current) : null,
    );
    if (!changed) throw takenOver();
    return changed;
  }
}

const takenOver = () => new DOMException('Another tab runs the job.', 'AbortError');

/** A language model that represents another one is smaller than that. */
function addonNotesOf({ params, sent_language_model: asked }: JobRecord): KnownNotes {
  if (asked === null) return {};
  const answers = params.audio_to_llm_config?.model ?? 'another model';
  return { audio_to_llm: [msg`${asked} was asked for; ${answers}, which is smaller, answered.`] };
}
