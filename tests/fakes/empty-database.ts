import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { preRecordedRequest } from '../../src/contract/jobs/pre-recorded-request.ts';
import { MemoryLocks } from '../../src/embed/memory-locks.ts';
import { closeDatabase } from '../../src/storage/database/database.ts';
import type { AudioRecord, CheckpointRecord, JobRecord } from '../../src/storage/database/records.ts';
import { APP_KEY_ID } from '../../src/storage/settings/key-store.ts';

/** What the storage manager reports, set by a test. Node has none. */
export const room: StorageEstimate = {};

/** Starts a test with an empty database and 10 GB of space. */
export async function emptyDatabase(): Promise<void> {
  await closeDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
  Object.assign(room, { quota: 10e9, usage: 0 });
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ ...room }) },
    locks: new MemoryLocks(),
  });
}

/** A queued job of the app, for a remote file. */
export const job = (changes: Partial<JobRecord> = {}): JobRecord => ({
  id: crypto.randomUUID(),
  key_id: APP_KEY_ID,
  version: 2,
  status: 'queued',
  created_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
  custom_metadata: null,
  params: preRecordedRequest.parse({ audio_url: 'https://elsewhere.example/talk.mp3' }),
  audio_id: null,
  file: null,
  sent_model: null,
  sent_language_model: null,
  when_model_missing: 'wait',
  waiting: null,
  claim: null,
  attempts: 0,
  furthest: 0,
  progress: 0,
  seconds_left: null,
  error: null,
  session: {},
  result: null,
  ...changes,
});

/** An uploaded recording of the app. */
export const audio = (changes: Partial<AudioRecord> = {}): AudioRecord => ({
  id: crypto.randomUUID(),
  key_id: APP_KEY_ID,
  filename: 'talk.wav',
  extension: 'wav',
  type: 'audio/wav',
  size: 10,
  audio_duration: 12.5,
  number_of_channels: 2,
  source: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});

/** A finished window of a job. */
export const checkpoint = (jobId: string, index: number): CheckpointRecord => ({
  job_id: jobId,
  index,
  channel: 0,
  start: index,
  end: index + 1,
  segments: [
    { language: 'en', languageConfidence: 1, words: [{ word: 'a', start: 0, end: 1, confidence: 1 }] },
  ],
});
