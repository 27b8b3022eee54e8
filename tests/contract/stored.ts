import { preRecordedRequest } from '../../src/contract/pre-recorded-request.ts';
import { addAudio } from '../../src/storage/audio-store.ts';
import { addJob } from '../../src/storage/job-store.ts';
import { APP_KEY_ID } from '../../src/storage/key-store.ts';
import type { AudioRecord, JobRecord } from '../../src/storage/records.ts';
import { ORIGIN } from './service.ts';

/** Puts a recording into storage, past the upload. */
export async function putAudio(changes: Partial<AudioRecord> = {}, bytes = new Blob(['0123456789'])) {
  const audio: AudioRecord = {
    id: crypto.randomUUID(),
    key_id: APP_KEY_ID,
    filename: 'talk.wav',
    extension: 'wav',
    type: 'audio/wav',
    size: bytes.size,
    audio_duration: 12.5,
    number_of_channels: 2,
    source: null,
    created_at: new Date().toISOString(),
    ...changes,
  };
  await addAudio(audio, bytes);
  return { ...audio, address: `${ORIGIN}/v2/upload/${audio.id}` };
}

/** Puts a job into storage, in any state. */
export async function putJob(changes: Partial<JobRecord> = {}): Promise<JobRecord> {
  const params = preRecordedRequest.parse({ audio_url: 'https://elsewhere.example/talk.mp3' });
  const job: JobRecord = {
    id: crypto.randomUUID(),
    key_id: APP_KEY_ID,
    version: 2,
    status: 'queued',
    created_at: new Date().toISOString(),
    completed_at: null,
    custom_metadata: null,
    params,
    audio_id: null,
    file: null,
    when_model_missing: 'wait',
    waiting: null,
    attempts: 0,
    progress: 0,
    seconds_left: null,
    error: null,
    session: {},
    result: null,
    ...changes,
  };
  await addJob(job);
  return job;
}
