import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSubtitles } from '../../src/addons/subtitles/run.ts';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { summariseJob } from '../../src/client/jobs/job-summary.ts';
import { preRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { deliverDue } from '../../src/host/notify/notify.ts';
import { describeOwnModel } from '../../src/models/own/own-model.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { addWebhook } from '../../src/storage/notifications/webhook-store.ts';
import { createKey, listKeys } from '../../src/storage/settings/key-store.ts';
import { readSrt, readVtt } from '../accuracy/cue-rules.ts';
import { ControlledTime } from '../fakes/controlled-time.ts';
import { Receiver } from '../fakes/receiver.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { HOSTILE_NAMES, STEERING } from '../fixtures/hostile-names.ts';
import { asJson, type Service, startService } from './service.ts';

const HELLO = readFileSync(join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav'));

let service: Service;
beforeEach(async () => {
  service = await startService();
});

/** A body as any program can write it: `FormData` would escape the name. */
function rawUpload(name: string): RequestInit {
  const boundary = 'a-boundary';
  // A header ends at a line break, so that what follows one cannot be part of a name.
  const [line = ''] = name.replaceAll('"', '%22').split(/[\r\n]/);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="${line}"\r\n\r\n`;
  return {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), HELLO, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function formUpload(name: string): RequestInit {
  const body = new FormData();
  body.append('audio', new File([HELLO], name));
  return { method: 'POST', body };
}

async function create(init: RequestInit, params: object = {}) {
  const uploaded = await service.call('/v2/upload', init);
  expect(uploaded.status, await uploaded.clone().text()).toBe(200);
  const { audio_url, audio_metadata } = await uploaded.json();
  const created = await service.call('/v2/pre-recorded', asJson({ audio_url, ...params }));
  expect(created.status, await created.clone().text()).toBe(200);
  return { filename: String(audio_metadata.filename), id: String((await created.json()).id) };
}

describe.each(HOSTILE_NAMES)('%s as a name', (_, name) => {
  it.each([
    ['a form', formUpload],
    ['written by hand', rawUpload],
  ])(
    'of a file in %s stays text in the job, its list, its headers and its name in the app',
    async (_, sent) => {
      const { filename, id } = await create(sent(name));
      expect(filename).not.toMatch(STEERING);
      expect(filename).not.toMatch(/[/\\]/);
      expect(filename.length).toBeLessThanOrEqual(255);
      const job = preRecordedJob.parse(await (await service.call(`/v2/pre-recorded/${id}`)).json());
      expect(job.file?.filename).toBe(filename);
      expect(summariseJob(job).name).toBe(filename);
      const { items } = await (await service.call('/v2/pre-recorded')).json();
      expect(items).toMatchObject([{ file: { filename } }]);
      const { headers } = await service.call(`/v2/pre-recorded/${id}/file`);
      expect(headers.get('content-disposition')).toMatch(/^inline; filename="?[\x20-\x7e]*$/);
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('and value of metadata comes back as it was sent, and is found by', async () => {
    // JSON cannot carry half a character, and objects have no own property of that name.
    const value = name.toWellFormed();
    const { id } = await create(formUpload('a.wav'), { custom_metadata: { [`k${value}`]: value } });
    const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(job.custom_metadata).toEqual({ [`k${value}`]: value });
    if (value.length > 1_000) return;
    const query = `custom_metadata=${encodeURIComponent(JSON.stringify({ [`k${value}`]: value }))}`;
    const found = await (await service.call(`/v2/pre-recorded?${query}`)).json();
    expect(found.items).toHaveLength(1);
  });

  it('of a webhook or a key is stored as it can be shown, or refused as too long', async () => {
    const hook = {
      url: 'https://receiver.example/',
      events: ['transcription.success' as const],
      secret: null,
      enabled: true,
    };
    const stored = await addWebhook({ name, ...hook }).then(
      (webhook) => webhook.name,
      ({ message }) => String(message),
    );
    expect(stored).not.toMatch(STEERING);
    expect(stored.length).toBeLessThanOrEqual(80);
    const outcome = await createKey(name).catch(({ message }) => String(message));
    if (typeof outcome === 'string') expect(outcome).not.toMatch(STEERING);
    for (const key of await listKeys()) expect(key.name).not.toMatch(STEERING);
  });

  it('of a model folder stays text in its title, its id and the reason why it is refused', () => {
    const folder = { name, files: [], texts: new Map<string, string>(), decoderOutputs: [] };
    let told = '';
    try {
      const model = describeOwnModel(folder);
      told = model.title;
      expect(model.id).toMatch(/^[a-z0-9.-]+$/);
    } catch (error) {
      told = error instanceof Error ? error.message : '';
    }
    expect(told).not.toBe('');
    expect(told).not.toMatch(STEERING);
  });

  it('spoken, as a name of the vocabulary may be, stays text in SRT, VTT and TXT', async () => {
    const text = name.slice(0, 400);
    const [start, end] = [5, 9];
    const utterances = [spokenUtterance(text, { start })].map((utterance) => ({ ...utterance, end }));
    for (const [format, read] of [
      ['srt', readSrt],
      ['vtt', readVtt],
    ] as const) {
      const [file] = makeSubtitles(utterances, subtitlesConfig.parse({ formats: [format] }));
      const cues = await read(file?.subtitles ?? '');
      // A cue of its own would start at 0.
      for (const { startMs } of cues) expect(startMs).toBeGreaterThanOrEqual(start * 1000);
      if (format === 'vtt') expect(file?.subtitles).not.toMatch(/<(?!\/?v[ >])/);
    }
  });

  it('in a callback is data, and in the reason of a failed job text', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const receiver = await new Receiver().start();
    try {
      const value = name.toWellFormed();
      const { id } = await create(formUpload(name), {
        custom_metadata: { value },
        callback_url: receiver.address('/told'),
      });
      await updateJob(id, () => ({
        status: 'error',
        error: { code: 'internal', status: 500, message: 'The job failed.' },
      }));
      await deliverDue(new AbortController().signal, new ControlledTime());
      expect(receiver.received).toHaveLength(1);
      const [{ text = '' } = {}] = receiver.received;
      expect(JSON.parse(text).custom_metadata).toEqual({ value });
    } finally {
      await receiver.stop();
    }
  });
});
