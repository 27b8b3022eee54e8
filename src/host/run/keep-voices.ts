import type { JobRecord } from '../../storage/database/records.ts';
import { keepJobVoices } from '../../storage/voices/voice-store.ts';
import type { JobResult } from './complete-result.ts';

/**
 * Keeps the voices of a finished job, also for the job whose transcript it changed. The transcript is worth more:
 * failures are logged.
 */
export async function keepVoices(
  { id, builds_on }: Pick<JobRecord, 'id' | 'builds_on'>,
  { diarization }: Pick<JobResult, 'diarization'>,
): Promise<void> {
  if (!diarization?.success) return;
  const { voices, loaded } = diarization;
  const { embeddingId: model, speakerDistance: distance } = loaded;
  if (model === null || distance === null) return;
  const changed = builds_on?.merge || builds_on?.rerun ? [builds_on.job_id] : [];
  try {
    for (const job_id of [id, ...changed]) {
      await keepJobVoices({ job_id, model, distance, voices });
    }
  } catch (error) {
    console.warn('No voices were kept:', error);
  }
}
