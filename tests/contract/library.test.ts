import { expect, it } from 'vitest';
import { changeEntries, markDeleted } from '../../src/storage/library/library-rows.ts';
import { startService } from './service.ts';
import { putJob } from './stored.ts';

const result = {
  metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
  transcription: { full_transcript: '', languages: ['en' as const], utterances: [] },
};

it('a recording’s given name, tags and folder are in its answer, and its exports are called by that name', async () => {
  const { call } = await startService();
  const { id } = await putJob({ status: 'done', result });
  await changeEntries([id], { name: 'Mrs Weber', addTags: ['Interview'], folder: 'Field work' });
  const job = await (await call(`/v2/pre-recorded/${id}`)).json();
  expect(job.post_session_metadata.library).toEqual({
    name: 'Mrs Weber',
    tags: ['Interview'],
    folder: 'Field work',
  });
  const exported = await call(`/v2/pre-recorded/${id}/transcript?format=txt`);
  expect(exported.headers.get('content-disposition')).toContain('Mrs Weber.txt');
});

it('what a person deleted is in no list while that can be undone, and is deleted like any other', async () => {
  const { call } = await startService();
  const { id } = await putJob({ status: 'done', result });
  await markDeleted([id]);
  expect((await (await call('/v2/pre-recorded')).json()).items).toEqual([]);
  expect((await call(`/v2/pre-recorded/${id}`, { method: 'DELETE' })).status).toBe(202);
  expect((await call(`/v2/pre-recorded/${id}`)).status).toBe(404);
});
