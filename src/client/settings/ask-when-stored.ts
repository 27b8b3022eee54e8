import { onChannelMessage } from '../../contract/realms/channel.ts';
import { persistOnce } from '../../storage/database/quota.ts';
import { getJobRow } from '../../storage/jobs/job-store.ts';
import { SAMPLE_MARK } from '../jobs/job-summary.ts';

/** To keep what is stored once any recording is; Firefox asks its user. Recordings made here ask by themselves. */
export function askWhenStored(signal: AbortSignal): void {
  onChannelMessage((message) => {
    if (document.visibilityState !== 'visible') return;
    if (message.type === 'arrivals-changed') persistOnce();
    if (message.type === 'job-queued') askUnlessSample(message.id).catch(console.warn);
  }, signal);
}

async function askUnlessSample(id: string): Promise<void> {
  const job = await getJobRow(id);
  if (job && job.custom_metadata?.[SAMPLE_MARK] !== true) persistOnce();
}
