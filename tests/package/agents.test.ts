import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { portOfServer } from '../../src/cli/server/serve-folder.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { typed } from './typed.ts';

const whole = inject('whole');
const { url, key } = inject('gateway');
const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini');
const HELLO = 'Hello my name is John Smith. Where is the train?';
const RECORDINGS = join(whole, 'recordings');
const NAMES = ['transcribe', 'get', 'list', 'search', 'ask', 'correct', 'models'];
/** A loaded machine takes long to start its browser. */
const SLOW_MS = 300_000;

beforeAll(() => {
  mkdirSync(RECORDINGS);
  cpSync(join(MINI, 'audio/en_hello.wav'), join(RECORDINGS, 'hello.wav'));
  writeFileSync(join(RECORDINGS, 'notes.wav'), 'no sound');
});

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const messages: string[] = [];
  const onprogress = ({ message = '' }: { message?: string }) => messages.push(message);
  const waits = { onprogress, timeout: SLOW_MS };
  const {
    content,
    isError = false,
    structuredContent,
  } = await client.callTool({ name, arguments: given }, undefined, waits);
  const [{ text }] = content as [{ text: string }];
  return { text, isError, data: structuredContent as Record<string, never>, messages };
}

describe('earshot mcp, for an unmodified client', () => {
  const client = new Client({ name: 'test', version: '1' });
  let id = '';
  beforeAll(async () => {
    const args = ['earshot', 'mcp', RECORDINGS, '--models', join(MINI, 'mini-whisper')];
    await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: whole, stderr: 'ignore' }));
  }, SLOW_MS);
  afterAll(() => client.close());

  it('has seven tools, and starts no browser to list them', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect(client.getInstructions()).toContain('seconds from the start');
  });

  it('transcribes a recording, with progress, and its result says where each passage is', {
    timeout: SLOW_MS,
  }, async () => {
    const { text, data, messages } = await call(client, 'transcribe', {
      path: 'hello.wav',
      options: { language_config: { languages: ['en'] } },
    });
    expect(text).toContain('hello.wav');
    expect(text).toContain('Where is the train?');
    // The client drops what arrives together with the result.
    expect(messages[0]).toBe('Reading the recording');
    const { utterances } = data as unknown as { utterances: { start: number; text: string }[] };
    expect(utterances.map((one) => one.text).join(' ')).toBe(HELLO);
    id = String(data.id);
  });

  it('finds, corrects and reads it', { timeout: SLOW_MS }, async () => {
    const found = await call(client, 'search', { text: 'train' });
    expect(found.text).toMatch(new RegExp(`^${id}  hello.wav, at \\d:\\d\\d: .*train`));
    const corrected = await call(client, 'correct', { id, find: 'John Smith', replace: 'Jon Smyth' });
    expect(corrected.text).toMatch(/^Replaced 1 times, in the passages at 0:0\d\.$/);
    expect((await call(client, 'get', { id, format: 'srt' })).text).toMatch(
      /00:00:0\d,\d{3} --> [\s\S]*Jon Smyth/,
    );
    expect((await call(client, 'list')).text).toContain(`${id}  hello.wav, 0:0`);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`earshot://transcripts/${id}`]);
    const { contents } = await client.readResource({ uri: `earshot://transcripts/${id}` });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Jon Smyth') });
    expect((await call(client, 'models')).text).toMatch(/: (installed|comes with the app)$/m);
  });

  it.each([
    ['transcribe', {}, 'Send either a path or an address.'],
    [
      'transcribe',
      { path: '/etc/hostname' },
      'There is no file /etc/hostname in the folders that are open to agents',
    ],
    ['transcribe', { path: 'notes.wav' }, /supported|recording|audio/],
    [
      'transcribe',
      { path: 'hello.wav', options: { language_config: { languages: ['xx'] } } },
      'language_config.languages',
    ],
    ['transcribe', { path: 'hello.wav', options: { qualty: 'best' } }, /use quality .*options\.qualty/],
    ['get', { id: 'nobody', fromat: 'srt' }, /fromat/],
    ['get', { id: crypto.randomUUID() }, /not exist|not found|No job/i],
    ['get', { id: 'x', format: 'docx' }, /format/],
    ['ask', { id: crypto.randomUUID(), question: 'Who?' }, /not exist|not found|No job/i],
    ['sing', {}, /sing/],
  ])(
    'a failure is the tool’s result, in a sentence: %s %j',
    { timeout: SLOW_MS },
    async (name, given, reason) => {
      const { text, isError } = await call(client, name, given);
      expect(isError).toBe(true);
      expect(text).toMatch(reason);
      expect(text).not.toMatch(/\n\s+at /);
    },
  );

  it('a text that is not there, and one to ask without a model, are named', {
    timeout: SLOW_MS,
  }, async () => {
    expect(await call(client, 'correct', { id, find: 'Zanzibar', replace: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('does not contain “Zanzibar”'),
    });
    expect(await call(client, 'ask', { id, question: 'Who speaks?' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/model/),
    });
  });

  it('a recording at an address is fetched, but none of a private network', {
    timeout: SLOW_MS,
  }, async () => {
    const sound = readFileSync(join(MINI, 'audio/en_hello.wav'));
    const server = createServer((_, response) => response.end(sound));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${portOfServer(server)}/hello.wav`;
    expect(await call(client, 'transcribe', { address })).toMatchObject({
      isError: true,
      text: expect.stringContaining('private'),
    });
    server.close();
  });
});

describe('the gateway, for agents over HTTP', () => {
  const address = new URL('/mcp', url);
  const connect = async (secret: string) => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${secret}` } };
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    return client;
  };

  it('answers with a key, and reads no path where no folder was named', async () => {
    const client = await connect(key);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES);
    expect(await call(client, 'transcribe', { path: 'hello.wav' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('No folder is open to agents here'),
    });
    await client.close();
  });

  it('answers a question by a model on the device', { tags: THOROUGH_TAG, timeout: SLOW_MS }, async () => {
    const headers = { 'x-service-key': key };
    const form = new FormData();
    form.append('audio', new Blob([readFileSync(join(MINI, 'audio/en_hello.wav'))]), 'hello.wav');
    const { audio_url } = await (
      await fetch(`${url}v2/upload`, { method: 'POST', headers, body: form })
    ).json();
    const body = JSON.stringify({ audio_url });
    const created = await fetch(`${url}v2/pre-recorded`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const { id } = await created.json();
    const client = await connect(key);
    await expect
      .poll(async () => (await (await fetch(`${url}v2/pre-recorded/${id}`, { headers })).json()).status, {
        timeout: SLOW_MS,
      })
      .toBe('done');
    const { isError, text } = await call(client, 'ask', { id, question: 'What is the name?' });
    expect([isError, text.length > 0]).toEqual([false, true]);
    await client.close();
  });

  it('refuses a wrong key, pages of other sites, and other methods', async () => {
    await expect(connect('ek_wrong')).rejects.toThrow(/401|key/);
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
    };
    expect((await fetch(address, init)).status).toBe(403);
    expect((await fetch(address, { headers: { authorization: `Bearer ${key}` } })).status).toBe(405);
    const half = {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    };
    const answer = await fetch(address, { ...half, body: '{"jsonrpc":"2.0","method":' });
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, -32_700]);
  });
});

it('the built skill names a command that starts, and its example runs as it is typed', {
  tags: THOROUGH_TAG,
  timeout: SLOW_MS,
}, async () => {
  for (const name of ['@modelcontextprotocol', 'openai', 'ws'])
    symlinkSync(join(PROJECT_ROOT, 'node_modules', name), join(whole, 'node_modules', name), 'junction');
  for (const name of ['agent', 'realtime'])
    cpSync(join(PROJECT_ROOT, 'examples', `${name}.mjs`), join(whole, `${name}.mjs`));
  const skill = readFileSync(join(whole, 'node_modules/earshot/dist/skills/earshot/SKILL.md'), 'utf8');
  const [, servers = '{}'] = /```json\n([\s\S]*?)```/.exec(skill) ?? [];
  const { command, args } = JSON.parse(servers).mcpServers.earshot;
  const own = args.map((one: string) =>
    one.replace(/^\/home\/me\/Recordings$/, RECORDINGS).replace('/home/me', whole),
  );
  const named = new Client({ name: 'test', version: '1' });
  await named.connect(new StdioClientTransport({ command, args: own, cwd: whole, stderr: 'ignore' }));
  expect((await named.listTools()).tools.map(({ name }) => name)).toEqual(NAMES);
  await named.close();
  const [, line = ''] = /```sh\n(.+)\n```/.exec(skill) ?? [];
  const models = `MODELS_DIR='${join(MINI, 'mini-whisper')}'`;
  const agent = await typed(whole, `${models} ${line}`);
  expect(agent.output).toMatch(/Where is the train\?[\s\S]*hello\.wav, at 0:0\d/);
  const sound = join(MINI, 'audio/en_hello.wav');
  // Of 16 kHz: as one of 24 kHz it is fast speech.
  const realtime = await typed(whole, `tail -c +45 '${sound}' | node realtime.mjs ${url}v1 ${key}`);
  expect([realtime.status, realtime.errors]).toEqual([0, '']);
});
