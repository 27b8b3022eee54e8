import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { freePort } from '../pool/nats-server.ts';
import { caseRows } from '../runner/case-rows.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { keyOf, Running, typed } from './typed.ts';

const whole = inject('whole');
const earshot = 'node_modules/.bin/earshot';
const SAMPLE = join(PROJECT_ROOT, 'public/demo/speech.flac');

describe('earshot gateway', () => {
  let gateway: Running;
  let port = 0;
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    port = await freePort();
    writeFileSync(join(whole, 'clients.json'), '{ "keyHeaders": ["x-other-key"] }');
    gateway = await Running.start(
      whole,
      `${earshot} gateway --port ${port} --profile profile --settings clients.json`,
    );
    headers = { 'x-service-key': keyOf(gateway) };
  });
  afterAll(() => gateway.stop());

  const at = (path: string) => new URL(path, gateway.url);

  it('takes an upload, runs its job and serves its audio as it was, at its own address', async () => {
    const bytes = readFileSync(SAMPLE);
    const form = new FormData();
    form.append('audio', new Blob([bytes]), 'speech.flac');
    const upload = await fetch(at('/v2/upload'), { method: 'POST', headers, body: form });
    expect(upload.status).toBe(200);
    const { audio_url, audio_metadata } = await upload.json();
    expect(audio_metadata).toMatchObject({ filename: 'speech.flac', size: bytes.length });
    const created = await fetch(at('/v2/pre-recorded'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ audio_url, allow_draft: true }),
    });
    expect(created.ok).toBe(true);
    const { result_url } = await created.json();
    expect(result_url).toContain(gateway.url);
    const read = async () => (await fetch(result_url, { headers })).json();
    await expect.poll(async () => (await read()).status, { timeout: 90_000, interval: 500 }).toBe('done');
    expect((await read()).result.transcription.full_transcript).toContain('moon');
    const file = await fetch(`${result_url}/file`, { headers });
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await fetch(result_url, { method: 'DELETE', headers })).status).toBe(202);
  });

  it('asks for a key, and takes the header of the settings', async () => {
    const keys: [Record<string, string>, number][] = [
      [{}, 401],
      [{ 'x-service-key': 'wrong' }, 401],
      [{ 'x-other-key': headers['x-service-key'] ?? '' }, 200],
    ];
    for (const [sent, status] of keys)
      expect((await fetch(at('/v2/pre-recorded'), { headers: sent })).status).toBe(status);
  });

  it('answers OpenAI’s API where the settings name no address, to a key', async () => {
    const authorization = `Bearer ${headers['x-service-key']}`;
    expect((await fetch(at('/v1/models'), { headers: { authorization } })).status).toBe(200);
    expect((await fetch(at('/v1/models'))).status).toBe(401);
  });

  it.each(caseRows<[string, string]>(import.meta.url, 'refuses'))('refuses %s', async (_, header) => {
    const key = `x-service-key: ${headers['x-service-key']}`;
    const line = `curl -s -o /dev/null -w '%{http_code}' -H '${header}' -H '${key}' ${at('/v2/pre-recorded')}`;
    expect((await typed(whole, line)).output).toBe('403');
  });

  it.each(caseRows<[string, string, string, number]>(import.meta.url, 'passesPage'))(
    'passes %s on to no page',
    async (_, target, method, status) => {
      const key = `x-service-key: ${headers['x-service-key']}`;
      const line = `curl -s -o /dev/null -w '%{http_code}' -X ${method} -H '${key}' --request-target '${target}' ${at('/')}`;
      expect((await typed(whole, line)).output).toBe(String(status));
    },
  );

  it('listens on the loopback address alone', async () => {
    const line = `node -e "require('http').get({ host: require('os').networkInterfaces().eth0?.[0].address ?? '127.0.0.2', port: ${port} }).on('error', ({ code }) => console.log(code))"`;
    expect((await typed(whole, line)).output).toBe('ECONNREFUSED\n');
  });

  it('says of a second gateway at its port, and with its profile, what is in use', {
    tags: THOROUGH_TAG,
  }, async () => {
    const [samePort, sameProfile] = [
      await typed(whole, `${earshot} gateway --port ${port}`),
      await typed(whole, `${earshot} gateway --port ${await freePort()} --profile profile 2>&1 | tail -1`),
    ];
    expect(samePort.errors).toMatch(/^Port \d+ is in use by another program\./);
    expect(sameProfile.output).toBe('The profile profile is in use by another gateway or browser.\n');
  });

  it.each([
    ['--port 0', 2, '--port must be a whole number from 1 to 65535.'],
    ['--settings nothing.json', 1, '--settings: the file nothing.json does not exist.'],
  ])('refuses %s in one sentence', async (given, code, sentence) => {
    const { status, errors } = await typed(whole, `${earshot} gateway ${given}`);
    expect([status, errors]).toEqual([code, `${sentence}\n`]);
  });
});
