import { announce } from '../lib/channel.ts';
import type { JobRecord } from '../storage/records.ts';

/** Tells every realm where a job stands. */
export function announceJob(job: JobRecord): void {
  const { id, status, progress, seconds_left } = job;
  announce({ type: 'job-changed', id, status, progress, secondsLeft: seconds_left });
}
