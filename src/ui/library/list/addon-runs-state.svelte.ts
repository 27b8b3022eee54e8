import { SvelteMap } from 'svelte/reactivity';
import type { ApiClient } from '../../../client/api/api-client.ts';
import { speechClient } from '../../../client/api/speech-client.ts';
import { watchJobs } from '../../../client/jobs/watch-jobs.ts';
import type { AddonsRequestInput } from '../../../contract/addons/addons-request.ts';
import { messageOf } from '../../parts/message-of.ts';

/** A part of a result that is being made afterwards. */
export interface AddonRunView {
  phase: 'running' | 'failed';
  /** 0 to 1; null until it is known. */
  fraction: number | null;
  error: string | null;
}

/** Runs of add-ons on finished transcripts, whatever the page shows meanwhile. */
export class AddonRunsState {
  /** By job and part. */
  readonly items = new SvelteMap<string, AddonRunView>();
  readonly #api: ApiClient;

  constructor(api: ApiClient) {
    this.#api = api;
  }

  of(jobId: string, part: string): AddonRunView | undefined {
    return this.items.get(keyOf(jobId, part));
  }

  /** Makes a part of a job's result. The job has it when this resolves; errors are kept in `items`. */
  async run(jobId: string, part: string, request: AddonsRequestInput): Promise<void> {
    const key = keyOf(jobId, part);
    if (this.items.get(key)?.phase === 'running') return;
    const show = (view: Partial<AddonRunView>) =>
      this.items.set(key, { phase: 'running', fraction: null, error: null, ...view });
    show({});
    const stopped = new AbortController();
    try {
      const { id } = await this.#api.runAddons(jobId, request);
      watchJobs((news) => {
        if (news.type === 'addon-progress' && news.id === id) show({ fraction: news.fraction });
      }, stopped.signal);
      for await (const { status, progress, job } of speechClient(this.#api).watch(id)) {
        if (status === 'processing' && progress > 0) show({ fraction: progress });
        if (status === 'error') throw (await import('../../../client/jobs/job-update.ts')).failureOf(job);
      }
      this.items.delete(key);
    } catch (error) {
      show({ phase: 'failed', error: messageOf(error) });
    } finally {
      stopped.abort();
    }
  }
}

const keyOf = (jobId: string, part: string): string => `${jobId} ${part}`;
