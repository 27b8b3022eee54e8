import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { ApiClient } from '../../src/client/api/api-client.ts';
import { exportZip, type ZipOptions } from '../../src/client/jobs/export-zip.ts';
import { said } from '../fakes/corrected-document.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
let client: ApiClient;
beforeEach(async () => {
  service = await startService();
  client = new ApiClient({
    ready: async () => undefined,
    key: async () => service.key,
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      return service.call(String(input), init, { 'x-service-key': service.key });
    },
  });
});

const metadata = {
  audio_duration: 3,
  number_of_distinct_channels: 1,
  billing_time: 3,
  transcription_time: 1,
};

async function putDone(text: string, name: string) {
  const utterances = [said({ text, at: 0 })];
  const result = {
    metadata,
    transcription: { full_transcript: text, languages: ['en' as const], utterances },
  };
  const { id } = await putJob({ status: 'done', result });
  return { id, name, created_at: '2026-01-31T12:00:00.000Z', languages: ['en'] };
}

async function zipped(jobs: Parameters<typeof exportZip>[0], options: ZipOptions) {
  const bytes = await new Response(exportZip(jobs, options, client)).arrayBuffer();
  return unzipSync(new Uint8Array(bytes));
}

const textsIn = (files: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]));

it('holds a file for each job, with names of its own', async () => {
  const jobs = [
    await putDone('One.', 'talk.mp3'),
    await putDone('Two.', '../../Talk.wav'),
    await putDone('Three.', 'CON'),
  ];
  const told: number[] = [];
  const files = await zipped(jobs, { format: 'txt', onProgress: (done) => told.push(done) });
  expect(textsIn(files)).toEqual({ 'talk.txt': 'One.\n', 'Talk (2).txt': 'Two.\n', '_CON.txt': 'Three.\n' });
  expect(told).toEqual([0, 1, 2, 3]);
});

it('follows a template of names and the choices of an export', async () => {
  const files = await zipped([await putDone('One.', 'talk.mp3')], {
    format: 'txt',
    fileName: '{{date}}/{{name}}-{{language}}.{{extension}}',
    timestamps: 'paragraph',
  });
  expect(textsIn(files)).toEqual({ '2026-01-31/talk-en.txt': '[0:00] One.\n' });
});

it('holds Word documents and marks byte for byte', async () => {
  const job = await putDone('One.', 'talk.mp3');
  const [document] = Object.values(await zipped([job], { format: 'docx' }));
  expect(Object.keys(unzipSync(document ?? new Uint8Array()))).toContain('word/document.xml');
  const [table] = Object.values(await zipped([job], { format: 'csv' }));
  expect([...(table ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
});

it('goes on after one that cannot be exported, and says why', async () => {
  const { id } = await putJob({ status: 'queued' });
  const jobs = [
    { id, name: 'waits.mp3', created_at: '2026-01-31T12:00:00.000Z', languages: [] },
    await putDone('One.', 'talk.mp3'),
  ];
  const files = textsIn(await zipped(jobs, { format: 'txt' }));
  expect(files['talk.txt']).toBe('One.\n');
  expect(files['not exported.txt']).toMatch(/^waits\.txt: There is no transcript\. The job is not done yet/);
});

it('ends when it is aborted', async () => {
  const abort = new AbortController();
  const jobs = [await putDone('One.', 'a.mp3'), await putDone('Two.', 'b.mp3')];
  const stream = exportZip(
    jobs,
    { format: 'txt', signal: abort.signal, onProgress: (done) => done === 1 && abort.abort() },
    client,
  );
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow();
});
