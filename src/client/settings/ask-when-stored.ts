import { listen } from '../../contract/realms/channel.ts';
import { persistOnce } from '../../storage/database/quota.ts';
import { getJobRow } from '../../storage/jobs/job-store.ts';
import { SAMPLE_MARK } from '../jobs/job-summary.ts';

/**
 * Has the browser asked to keep what is stored as soon as a recording is, by any way, until the signal aborts: Firefox asks its user, in the
 * page that is seen. The sample is no recording to keep. What is recorded here asks with its first piece (arrival-store.ts).
 */
export function askWhenStored(signal: AbortSignal): void {
  listen((message) => {
    if (document.visibilityState !== 'visible') return;
    if (message.type === 'arrivals-changed') persistOnce();
    if (message.type === 'job-queued') askUnlessSample(message.id).catch(console.warn);
  }, signal);
}

async function askUnlessSample(id: string): Promise<void> {
  const job = await getJobRow(id);
  if (job && job.custom_metadata?.[SAMPLE_MARK] !== true) persistOnce();
}
