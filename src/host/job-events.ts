import { announce } from '../contract/realms/channel.ts';
import type { JobRecord } from '../storage/database/records.ts';

/** Broadcasts a job's state to every realm. */
export function announceJob(job: JobRecord): void {
  const { id, status, progress, seconds_left, stage } = job;
  const running = status === 'processing' && stage ? { stage } : {};
  announce({ type: 'job-changed', id, status, progress, secondsLeft: seconds_left, ...running });
}
