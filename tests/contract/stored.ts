import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import type { AudioRecord, JobRecord } from '../../src/storage/database/records.ts';
import { addJob } from '../../src/storage/jobs/job-store.ts';
import { addAudio } from '../../src/storage/recordings/audio-store.ts';
import { audio, job } from '../fakes/empty-database.ts';
import { ORIGIN } from './service.ts';

/** Stores a recording without the upload endpoint. */
export async function putAudio(changes: Partial<AudioRecord> = {}, bytes = new Blob(['0123456789'])) {
  const stored = audio({ size: bytes.size, ...changes });
  await addAudio(stored, blobSource(bytes));
  return { ...stored, address: `${ORIGIN}/v2/upload/${stored.id}` };
}

/** Stores a job in any state. */
export async function putJob(changes: Partial<JobRecord> = {}): Promise<JobRecord> {
  const stored = job(changes);
  await addJob(stored);
  return stored;
}
