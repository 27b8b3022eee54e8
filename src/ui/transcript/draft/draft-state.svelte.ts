import type { ApiClient } from '../../../client/api/api-client.ts';
import type { JobSummary } from '../../../client/jobs/job-summary.ts';
import { watchJob } from '../../../client/jobs/watch-jobs.ts';
import { isInstalled } from '../../../client/models/listed-model.ts';
import type { PreRecordedJob } from '../../../contract/jobs/pre-recorded-job.ts';
import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { coalesceCalls } from '../../../lib/coalesce-calls.ts';
import { isMetered } from '../../../lib/is-metered.ts';
import type { ModelsState } from '../../models/models-state.svelte.ts';
import { messageOf } from '../../parts/message-of.ts';
import type { EditorState } from '../../workspace/editor-state.svelte.ts';

/** Set once somebody has asked for the full model: later drafts are replaced without a question. */
const WANTED = 'earshot-full-model';

interface Parts {
  api: ApiClient;
  models: ModelsState;
  job: PreRecordedJob;
  draft: NonNullable<JobSummary['draft']>;
  editor: EditorState;
  signal: AbortSignal;
}

/** A draft, and how an installed model takes its place: asked for once, and then by itself. */
export class DraftState {
  /** The run that replaces the draft; null if nobody has asked for it. */
  run = $state.raw<PreRecordedJob | null>(null);
  /** The download would cost, and has to be confirmed. */
  asks = $state(false);
  problem = $state<string | null>(null);
  /** The model that would write it; of a draft of an earlier version, which names a download, the copy that the app has now. */
  readonly model = $derived.by(() => {
    const { items } = this.#parts.models;
    return (
      items.find(({ id }) => id === this.#parts.draft.modelId) ??
      items.find(({ purpose, state }) => purpose === 'transcribe' && state === 'bundled')
    );
  });
  readonly isInstalled = $derived.by(() => this.model !== undefined && isInstalled(this.model));

  readonly #parts: Parts;
  #windows = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    void this.#goOn();
  }

  /** Asks for the better text, with a download if its model is missing. */
  async improve({ confirmed = false } = {}): Promise<void> {
    const { api, models, job, draft } = this.#parts;
    this.asks = !this.isInstalled && !confirmed && isMetered();
    if (this.asks) return;
    this.problem = null;
    try {
      if (this.model?.state !== 'bundled') localStorage.setItem(WANTED, 'yes');
      const { id } = await api.rerun(job.id);
      this.#follow(id);
      if (!this.isInstalled && !models.downloads.has(draft.modelId)) await models.download(draft.modelId);
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  /** What was asked for before goes on, unless that costs; a model that is part of the app writes without being asked. */
  async #goOn(): Promise<void> {
    await this.#parts.models.ensureLoaded();
    const isPart = this.model?.state === 'bundled' && this.model.id === this.#parts.draft.modelId;
    if (!isPart && localStorage.getItem(WANTED) === null) return;
    if (this.#parts.signal.aborted || (!this.isInstalled && isMetered())) return;
    await this.improve({ confirmed: true });
  }

  #follow(id: string): void {
    if (this.run?.id === id) return;
    const { api, signal } = this.#parts;
    const read = coalesceCalls(async () => {
      const run = await api.getJob(id, { signal });
      this.run = run;
      if (run.status === 'error') this.problem = failureOf(run);
      else if (run.status === 'processing') await this.#takeWindows(id);
    });
    this.#windows = 0;
    watchJob(id, () => void read().catch(console.info), signal);
    void read().catch(console.info);
  }

  /** Puts what is finished of the better text in the place of the draft's. */
  async #takeWindows(id: string): Promise<void> {
    const { api, job, editor, signal } = this.#parts;
    const news = await api.getPartial(id, this.#windows, { signal });
    this.#windows = Math.max(this.#windows, news.windows);
    if (news.utterances.length > 0) await takeUtterances(editor, job, news.utterances);
  }
}

async function takeUtterances(
  editor: EditorState,
  job: PreRecordedJob,
  utterances: readonly Utterance[],
): Promise<void> {
  const [{ makeDocument }, { takeSpan }] = await Promise.all([
    import('../../../document/make-document.ts'),
    import('../../../document/runs/take-span.ts'),
  ]);
  const duration = job.result?.metadata.audio_duration ?? 0;
  const machine = makeDocument(job.result?.transcription?.utterances ?? [], duration);
  const next = makeDocument(utterances, duration);
  for (const { start, end } of utterances) {
    editor.settle();
    editor.improve(takeSpan(machine, editor.document, next, { start, end }).document);
  }
}

function failureOf({ post_session_metadata: { error } }: PreRecordedJob): string {
  const message: unknown = Reflect.get(Object(error), 'message');
  return typeof message === 'string' ? message : '';
}
