import { setTimeout as sleep } from 'node:timers/promises';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { PageClient } from './page-client.ts';

export type TranscribeStep = 'uploading' | 'queued' | 'processing';

export type OnStep = (step: TranscribeStep, progress: number) => void;

const FIRST_POLL_MS = 50;
const SLOWEST_POLL_MS = 1_000;

/** Polls a job until it is done or failed. Aborting rejects. */
export async function finishedJob(
  client: Pick<PageClient, 'readJob'>,
  resultUrl: string,
  { onStep, signal }: { onStep?: OnStep | undefined; signal?: AbortSignal } = {},
): Promise<PreRecordedJob> {
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 1.5, SLOWEST_POLL_MS)) {
    const job = await client.readJob(resultUrl);
    if (job.status === 'done' || job.status === 'error') return job;
    const { progress } = job.post_session_metadata;
    onStep?.(job.status, typeof progress === 'number' ? progress : 0);
    await sleep(wait, undefined, signal && { signal });
  }
}

export function failureOf(job: PreRecordedJob): string {
  const { error } = job.post_session_metadata;
  const reported = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof reported === 'string' ? reported : 'No reason given.';
}
