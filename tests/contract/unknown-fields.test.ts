import { beforeEach, expect, it } from 'vitest';
import { becomeJob } from '../../src/host/live/become-job.ts';
import { soundFormat } from '../../src/host/live/sound-format.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { getLiveSession } from '../../src/storage/live/live-store.ts';
import { newArrival } from '../../src/storage/recordings/arrival-store.ts';
import { RESULT } from '../fuzz/transcript-case.ts';
import { asJson, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const read = async (id: string) => (await service.call(`/v2/pre-recorded/${id}`)).json();
const noteOf = (field: string, meant?: string) =>
  `The request has the unknown field ${field}, which was ignored.${meant ? ` Use ${meant} if that is meant.` : ''}`;

async function create(fields: object) {
  const { address } = await putAudio();
  const response = await service.call('/v2/pre-recorded', asJson({ audio_url: address, ...fields }));
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

it('unknown fields of a request are named in its job, in configurations too, with the field that may be meant', async () => {
  const id = await create({
    diarisation: true,
    temperature: 0.2,
    language_config: { language: ['de'] },
    callback_config: { url: 'https://a.example/b', metod: 'PUT' },
    custom_vocabulary: true,
    custom_vocabulary_config: { vocabulary: ['x', { value: 'y', pronunciation: ['z'] }] },
    custom_metadata: { diarisation: true },
    callback_uri: null,
  });
  const notes = [
    noteOf('diarisation', 'diarization'),
    noteOf('temperature'),
    noteOf('language_config.language', 'language_config.languages'),
    noteOf('callback_config.metod', 'callback_config.method'),
    noteOf(
      'custom_vocabulary_config.vocabulary.1.pronunciation',
      'custom_vocabulary_config.vocabulary.1.pronunciations',
    ),
  ];
  const { post_session_metadata, request_params } = await read(id);
  expect(post_session_metadata.notes).toEqual(notes);
  expect(post_session_metadata.texts).toHaveLength(notes.length);
  expect(request_params).toMatchObject({ diarization: false });
  expect(request_params).not.toHaveProperty('temperature');
  // What a run notes comes behind them.
  await updateJob(id, () => ({ session: { notes: ['Quiet.'], texts: [{ text: 'Quiet.' }] } }));
  expect((await read(id)).post_session_metadata.notes).toEqual([...notes, 'Quiet.']);
});

it('a request without any, or in an older form, has no notes', async () => {
  const older = { language: 'en', custom_vocabulary: ['x'], enable_code_switching: false, model: null };
  for (const fields of [{}, older]) {
    expect((await read(await create(fields))).post_session_metadata).not.toHaveProperty('notes');
  }
});

it('of very many, the first are named and the others counted', async () => {
  const fields = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field_${index}`, index]));
  const { notes } = (await read(await create(fields))).post_session_metadata;
  expect(notes).toHaveLength(21);
  expect(notes.at(-1)).toBe('The request has 1980 more unknown fields, which were ignored.');
});

it('those of a live session are in the job that it becomes', async () => {
  const body = {
    chanels: 2,
    messages_config: { receive_error: true },
    realtime_processing: { summarization: true },
  };
  const { id } = await (await service.call('/v2/live', asJson(body))).json();
  const session = await getLiveSession(id);
  if (!session) throw new Error('There is no such session.');
  const arrival = newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' });
  await becomeJob(session, arrival, soundFormat(session.params), []);
  expect((await read(id)).post_session_metadata.notes).toEqual([
    noteOf('chanels', 'channels'),
    noteOf('messages_config.receive_error', 'messages_config.receive_errors'),
    noteOf('realtime_processing.summarization'),
  ]);
});

it('those of a run of add-ons are in its job', async () => {
  const { id } = await putJob({ status: 'done', result: RESULT });
  const body = { sentiment_analysis: true, summarisation: true, transcription: null };
  const response = await service.call(`/v2/pre-recorded/${id}/addons`, asJson(body));
  const run = await response.json();
  expect((await read(run.id)).post_session_metadata.notes).toEqual([
    noteOf('summarisation', 'summarization'),
  ]);
});
