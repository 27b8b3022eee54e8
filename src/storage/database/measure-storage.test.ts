import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { audio, emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { appendModelChunk, putModelFile } from '../models/model-file-store.ts';
import { appendToArrival, newArrival } from '../recordings/arrival-store.ts';
import { addAudio } from '../recordings/audio-store.ts';
import { emptyCache, measureStorage } from './measure-storage.ts';

/** The browser's caches, of which the app uses these methods. */
function stubCaches(content: Record<string, Record<string, Response>>) {
  const kept = new Map(
    Object.entries(content).map(([name, files]) => [name, new Map(Object.entries(files))]),
  );
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => ({
      keys: async () => [...(kept.get(name)?.keys() ?? [])],
      match: async (path: string) => kept.get(name)?.get(path)?.clone(),
    }),
  });
}

beforeEach(emptyDatabase);

it('tells recordings, models and the app’s files apart, and what of them is fetched again', async () => {
  await addAudio(audio({ size: 700 }), blobSource(new Blob([new Uint8Array(700)])));
  await addAudio(audio({ size: 300 }), blobSource(new Blob([new Uint8Array(300)])));
  const recorded = newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' });
  await appendToArrival(recorded, [new Uint8Array(40), new Uint8Array(2)], 2);
  const record = {
    model_id: 'whisper-tiny',
    path: 'model.onnx',
    size: 5000,
    received: 0,
    chunks: 0,
    sha256: null,
    etag: null,
    revision: null,
    complete: false,
  };
  await putModelFile(record);
  await appendModelChunk(record, new Uint8Array(2000));
  stubCaches({
    'workbox-precache-v2-https://earshot.example/': {
      '/index.html': new Response('x'.repeat(400), { headers: { 'content-length': '400' } }),
      // Its length is that of what was sent, not of what is stored.
      '/app.js': new Response('x'.repeat(900), {
        headers: { 'content-length': '50', 'content-encoding': 'gzip' },
      }),
    },
    'runtime-files': {
      '/ort.wasm': new Response('x'.repeat(6000), { headers: { 'content-length': '6000' } }),
    },
  });
  expect(await measureStorage()).toEqual({
    recordings: { count: 2, bytes: 1000 },
    arrivals: { count: 1, bytes: 42 },
    models: { bytes: 2000 },
    app: { bytes: 7300, again: 6000 },
  });

  await emptyCache();
  expect((await measureStorage()).app).toEqual({ bytes: 1300, again: 0 });
});

it('counts nothing where the browser has no caches', async () => {
  vi.stubGlobal('caches', undefined);
  await emptyCache();
  expect((await measureStorage()).app).toEqual({ bytes: 0, again: 0 });
});
