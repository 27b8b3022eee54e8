import { beforeEach, describe, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

let service: Service;
let audioId: string;
let paths: string[];
beforeEach(async () => {
  service = await startService();
  audioId = (await putAudio({ filename: 'Gespräch.wav' }, new Blob(['0123456789']))).id;
  const job = await putJob({ audio_id: audioId });
  paths = [`/v2/pre-recorded/${job.id}/file`, `/v2/upload/${audioId}`];
});

/** Responses of both URLs, which must be identical. */
async function get(headers: Record<string, string> = {}, method = 'GET') {
  const [first, second] = await Promise.all(paths.map((path) => service.call(path, { method }, headers)));
  expect(second?.status).toBe(first?.status);
  if (!first) throw new Error('no answer');
  return first;
}

describe('the audio of a job, and of an upload', () => {
  it('is the bytes as they were stored, with the type of the audio', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="Gespr?ch.wav"; filename*=UTF-8''Gespr%C3%A4ch.wav`,
    });
  });

  it('is served under a name that no header can have, as a backup may bring it', async () => {
    const { id } = await putAudio({ filename: 'a\ud800b.wav' });
    const response = await service.call(`/v2/upload/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''a%EF%BF%BDb\.wav$/);
  });

  const ranges: [string, string, string][] = caseRows(import.meta.url, 'ranges');
  it.each(ranges)('is a part of them, with 206, for %s', async (range, text, contentRange) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('is 416, with the size, for %s', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await response.json()).toMatchObject({ statusCode: 416 });
  });

  it.each(caseRows<string>(import.meta.url, 'whole'))(
    'is whole for what is no single range: %s',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('0123456789');
    },
  );

  it('is whole when the range was meant for other bytes', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': `"${audioId}"` })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
  });

  it('is whole when the range was meant for bytes known by a weak tag or a date', async () => {
    expect((await get({ range: 'bytes=0-1', 'if-range': `W/"${audioId}"` })).status).toBe(200);
    const date = 'Wed, 21 Oct 2099 07:28:00 GMT';
    expect((await get({ range: 'bytes=0-1', 'if-range': date })).status).toBe(200);
  });

  it.each([
    ['its tag', (tag: string) => tag],
    ['its tag, made weak', (tag: string) => `W/${tag}`],
    ['a list with its tag', (tag: string) => `"a, b", ${tag},W/"c"`],
    ['any', () => '*'],
  ])('is 304, without bytes, for who has it: %s', async (_, tagged) => {
    const tag = (await get()).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      // Also where only a part is asked for, even one outside of it.
      const response = await get({ 'if-none-match': tagged(tag), range: 'bytes=99-' }, method);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(tag);
      expect(response.headers.get('content-length')).toBeNull();
      expect(await response.text()).toBe('');
    }
  });

  it.each(['"other"', '', 'no tag', '"*"'])('is sent to who has something else: %s', async (tag) => {
    expect((await get({ 'if-none-match': tag })).status).toBe(200);
    expect((await get({ 'if-none-match': tag, range: 'bytes=0-1' })).status).toBe(206);
  });

  it('has a size that HEAD tells', async () => {
    const response = await get({}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(await response.text()).toBe('');
  });

  it.each(['bytes=0-1', 'bytes=99-'])(
    'is told whole by HEAD, for which there are no ranges: %s',
    async (range) => {
      const response = await get({ range }, 'HEAD');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe('10');
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('content-range')).toBeNull();
    },
  );

  it('is 404 while a remote file is not fetched yet', async () => {
    const { id } = await putJob();
    const response = await service.call(`/v2/pre-recorded/${id}/file`);
    expect(response.status).toBe(404);
    expect((await response.json()).message).toContain('not stored here yet');
  });
});
