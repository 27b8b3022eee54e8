import { beforeEach, describe, expect, it, vi } from 'vitest';
import { database } from '../../src/storage/database/database.ts';
import { asJson, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

const metadata = {
  audio_duration: 2,
  number_of_distinct_channels: 1,
  billing_time: 2,
  transcription_time: 1,
};
const transcription = { full_transcript: '', languages: [], utterances: [] };

let service: Service;
let path: string;
beforeEach(async () => {
  service = await startService();
  const { id: audio_id } = await putAudio();
  const { id } = await putJob({ status: 'done', audio_id, result: { metadata, transcription } });
  path = `/v2/pre-recorded/${id}`;
});

/** How often a result is read from storage by a request. */
async function resultsReadBy(rest: string, init: RequestInit = {}): Promise<number> {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  const { status } = await service.call(`${path}${rest}`, init);
  const stores = get.mock.contexts.map((store) => store instanceof IDBObjectStore && store.name);
  get.mockRestore();
  expect(status).not.toBe(404);
  return stores.filter((name) => name === 'results').length;
}

describe('the result of a recording of hours', () => {
  it('is read for the job itself', async () => {
    expect(await resultsReadBy('')).toBe(1);
  });

  it('is passed on as it is stored, and not taken apart', async () => {
    // No object that the contract would accept.
    const pieces = ['{"transcription":{"utterances":[', '1', ',2', ']}}'].map((text) =>
      new TextEncoder().encode(text),
    );
    await (await database()).put('results', { pieces }, path.slice('/v2/pre-recorded/'.length));
    const read = async (query: string) => (await service.call(`${path}${query}`)).json();
    expect(await read('')).toMatchObject({ result: { transcription: { utterances: [1, 2] } } });
    expect(await read('?utterances=false')).toMatchObject({ result: { transcription: { utterances: [] } } });
    expect((await service.call(`${path}?utterances=no`)).status).toBe(400);
    const list = async (query: string) => (await service.call(`/v2/pre-recorded${query}`)).json();
    expect((await list('')).items[0].result.transcription.utterances).toEqual([1, 2]);
    expect((await list('?utterances=false')).items[0].result.transcription.utterances).toEqual([]);
  });

  it.each([
    ['a piece of its audio', '/file', { headers: { range: 'bytes=0-3' } }],
    ['its text so far', '/partial', {}],
    ['the list of its add-ons', '/addons', {}],
    ['another transcription', '/rerun', { method: 'POST' }],
    ['its place in the queue', '/queue', asJson({ paused: 'no boolean' })],
    ['its deletion', '', { method: 'DELETE' }],
  ])('is not read for %s', async (_, rest, init) => {
    expect(await resultsReadBy(rest, init)).toBe(0);
  });
});
