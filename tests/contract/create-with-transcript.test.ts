import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../src/client/api/api-client.ts';
import { type SubmitOptions, submitRecording } from '../../src/client/recordings/submit-recording.ts';
import { createApp } from '../../src/service/router.ts';
import { deleteAbandonedCorrections } from '../../src/storage/corrections/abandoned-corrections.ts';
import { getCorrected } from '../../src/storage/corrections/corrected-store.ts';
import { database } from '../../src/storage/database/database.ts';
import { addJob, getJob } from '../../src/storage/jobs/job-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { job } from '../fakes/empty-database.ts';
import { failWrites } from '../fakes/failing-writes.ts';
import { ORIGIN, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

const SRT =
  '1\n00:00:00,100 --> 00:00:02,000\nGood morning Sam.\n\n2\n00:00:04,000 --> 00:00:05,000\nThank you.\n';
const hello = readFileSync(join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav'));
const REQUEST = { audio_url: 'https://elsewhere.example/talk.mp3' };

let service: Service;
beforeEach(async () => {
  // What cannot be cleaned up is reported.
  vi.spyOn(console, 'warn').mockReturnValue();
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const whole = (more: Record<string, string | File> = {}) =>
  formOf({ request: JSON.stringify(REQUEST), transcript: new File([SRT], 'talk.de.srt'), ...more });

const send = (form: FormData) => service.call('/v2/pre-recorded', { method: 'POST', body: form });

/** Ids of all rows of jobs and corrections. */
async function stored() {
  const db = await database();
  const [jobs, edits, paragraphs] = await Promise.all([
    db.getAllKeys('jobs'),
    db.getAllKeys('edits'),
    db.getAllKeys('edit-paragraphs'),
  ]);
  return { jobs, edits, paragraphs };
}

const NOTHING = { jobs: [], edits: [], paragraphs: [] };

describe('POST /v2/pre-recorded with a transcript', () => {
  it('stores the job with the transcript, which is named after its file', async () => {
    const response = await send(whole({ language: 'de' }));
    expect(response.status).toBe(200);
    const { id } = await response.json();
    expect(await getJob(id)).toMatchObject({ status: 'queued' });
    const { document } = (await getCorrected(id)) ?? {};
    expect(document?.imported).toMatchObject({ name: 'talk.de.srt', format: 'srt', aligned: false });
    expect(document?.imported?.passages?.map(({ text, language }) => [text, language])).toEqual([
      ['Good morning Sam.', 'de'],
      ['Thank you.', 'de'],
    ]);
  });

  it('stores it whole, or nothing, whenever its worker is ended', async () => {
    let stopped = 0;
    for (let write = 1; ; write++) {
      service = await startService();
      const ending = failWrites((nth) => nth >= write);
      const { status } = await send(whole());
      ending.mockRestore();
      if (status === 200) break;
      stopped += 1;
      const { jobs, edits } = await stored();
      expect(jobs.filter((id) => !edits.includes(id))).toEqual([]);
      await deleteAbandonedCorrections();
      expect(await stored()).toEqual(NOTHING);
      expect((await send(whole())).status).toBe(200);
    }
    expect(stopped).toBeGreaterThanOrEqual(2);
  });

  it('stores no job whose transcript was deleted as one of none', async () => {
    await expect(addJob(job(), { edited: true })).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await stored()).toEqual(NOTHING);
  });

  it.each<[string, () => FormData, RegExp]>([
    ['a transcript that cannot be read', () => whole({ transcript: new File(['{'], 'a.json') }), /a\.json/],
    ['no request', () => formOf({ transcript: new File([SRT], 'a.srt') }), /request must be one part/],
    ['no transcript', () => formOf({ request: JSON.stringify(REQUEST) }), /transcript must be one part/],
    ['an unknown field', () => whole({ colour: 'red' }), /colour/],
    ['a request that is no JSON', () => whole({ request: '{' }), /valid JSON/],
    ['a request without an address', () => whole({ request: '{}' }), /audio_url/],
  ])('refuses %s, and leaves nothing', async (_, form, reason) => {
    const response = await send(form());
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toMatch(reason);
    expect(await stored()).toEqual(NOTHING);
  });

  it('leaves no transcript where the queue is full', async () => {
    await updateSettings(({ limits }) => ({ limits: { ...limits, max_queued_jobs: 1 } }));
    const { id } = await putJob();
    expect((await send(whole())).status).toBe(429);
    expect(await stored()).toEqual({ ...NOTHING, jobs: [id] });
  });
});

describe('a recording that is given with its transcript', () => {
  const options: SubmitOptions = {
    model: 'stt-1',
    languages: [],
    codeSwitching: false,
    quality: 'fast',
    speakers: null,
    addons: {},
  };
  const submit = async (transcript: string) => {
    const client = new ApiClient({
      ready: async () => undefined,
      key: async () => service.key,
      fetch: async (path, init) => createApp().fetch(new Request(new URL(String(path), ORIGIN), init)),
    });
    const file = new File([transcript], 'talk.srt');
    const { signal } = new AbortController();
    const recording = new File([hello], 'talk.wav');
    return submitRecording(client, recording, options, { signal, transcript: { file, language: undefined } });
  };

  it('becomes one job with it', async () => {
    const id = await submit(SRT);
    expect((await getJob(id))?.file?.filename).toBe('talk.wav');
    expect((await getCorrected(id))?.document.imported?.name).toBe('talk.srt');
  });

  it('leaves nothing, not even the upload, where the transcript is refused', async () => {
    await expect(submit('')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await stored()).toEqual(NOTHING);
    expect(await (await database()).count('audio')).toBe(0);
  });
});
