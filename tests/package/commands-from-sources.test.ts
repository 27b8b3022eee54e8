import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { accessTo, PHRASE, setUpPool } from '../pool/members.ts';
import { Broker, freePort, hasNatsServer } from '../pool/nats-server.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { keyOf, Running, typed } from './typed.ts';

/**
 * The commands that README and the guides name, typed in the repository, each with a request: tsx compiles them otherwise than the
 * package is. They share the build of `npm test`.
 */
const MODELS = join(PROJECT_ROOT, 'tests/fixtures/mini/mini-whisper');
const HELLO = join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav');
const HELLO_TEXT = 'Hello my name is John Smith. Where is the train?';

let folder = '';
/** Where the commands put their profiles. */
let temporary = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-typed-'));
  temporary = join(folder, 'temporary');
  mkdirSync(temporary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const type = (line: string) => typed(PROJECT_ROOT, `TMPDIR='${temporary}' ${line}`);

it.each(['gateway', 'mcp', 'wyoming', 'worker', 'pool', 'search', 'verify'])(
  'npm run %s starts',
  async (name) => {
    expect((await type(`npm run --silent ${name} -- --help`)).output).toMatch(/^Usage: /);
  },
);

describe('npm start', () => {
  it('serves the page, its models and the folder of MODELS_DIR', async () => {
    const app = await Running.start(
      PROJECT_ROOT,
      `MODELS_DIR='${MODELS}' npm start -- --no-open --port ${await freePort()}`,
    );
    try {
      expect(await (await fetch(app.url)).text()).toContain('<title>Earshot');
      const { models } = await (await fetch(new URL('/models/index.json', app.url))).json();
      expect(models.map(({ id }: { id: string }) => id).toSorted()).toEqual([
        'mini-whisper',
        'pyannote-segmentation-3.0-int8',
        'speaker-lstm-256',
        'yamnet',
        'zipformer-gigaspeech-3.3m',
      ]);
      const file = await fetch(new URL('/models/mini-whisper/config.json', app.url));
      expect(await file.json()).toHaveProperty('model_type', 'whisper');
    } finally {
      await app.stop();
    }
  });
});

describe('npm run gateway', () => {
  // By day that of the package does: gateway.test.ts.
  it('answers requests from an upload to its transcript', { tags: THOROUGH_TAG }, async () => {
    const gateway = await Running.start(
      PROJECT_ROOT,
      `TMPDIR='${temporary}' npm run gateway -- --port ${await freePort()} --models '${MODELS}'`,
    );
    const headers = { 'x-service-key': keyOf(gateway) };
    const at = (path: string) => new URL(path, gateway.url);
    try {
      const form = new FormData();
      form.append('audio', new Blob([readFileSync(HELLO)]), 'hello.wav');
      const upload = await fetch(at('/v2/upload'), { method: 'POST', headers, body: form });
      expect(upload.status).toBe(200);
      const { audio_url } = await upload.json();
      const created = await fetch(at('/v2/pre-recorded'), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ audio_url }),
      });
      expect(created.ok).toBe(true);
      const { result_url } = await created.json();
      const read = async () => (await fetch(result_url, { headers })).json();
      await expect.poll(async () => (await read()).status, { timeout: 90_000, interval: 500 }).toBe('done');
      const subtitles = await fetch(`${result_url}/transcript?format=txt`, { headers });
      expect((await subtitles.text()).trim()).toBe(HELLO_TEXT);
      // Bodies of requests, too: what an end by force leaves is swept with the profile.
      const written = readdirSync(temporary).filter((name) => name.startsWith('earshot-'));
      expect(written).toEqual([expect.stringMatching(/^earshot-profile-/)]);
    } finally {
      await gateway.stop();
    }
  });
});

describe('npm run export', () => {
  const site = () => join(folder, 'site-of-mine/site');
  /** The ids of its models, whose folders are those of the site. */
  const exported = async (options: string): Promise<string[]> => {
    const { status, errors } = await type(`npm run --silent export -- '${folder}/site-of-mine' ${options}`);
    expect([status, errors]).toEqual([0, '']);
    const { models } = JSON.parse(readFileSync(join(site(), 'models/index.json'), 'utf8'));
    const ids = models.map(({ id }: { id: string }) => id);
    expect(existsSync(join(site(), 'models/whisper-base-q8'))).toBe(ids.includes('whisper-base-q8'));
    return ids;
  };

  it('writes a folder that any server of files can serve', async () => {
    expect(await exported('')).toContain('whisper-base-q8');
    const files = sirv(site(), { dev: true });
    const server = createServer((request, response) => files(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
    const page = await (await fetch(at('/'))).text();
    const named = [...page.matchAll(/(?:src|href)="\.(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    for (const path of [...named, '/service-worker.js', '/models/index.json'])
      expect((await fetch(at(path))).status, path).toBe(200);
    const headers = readFileSync(join(site(), '_headers'), 'utf8');
    const [, waict = ''] = /Integrity-Policy-WAICT-v1: .*manifest="([^"]+)"/.exec(headers) ?? [];
    const { url_hashes } = JSON.parse(await (await fetch(at(waict))).text());
    expect(Object.keys(url_hashes)).toEqual(expect.arrayContaining(['/', ...named]));
    server.close();
  });

  it('leaves Whisper base out where the operator wants that, also of an earlier export', async () => {
    const ids = await exported('--without-models');
    expect(ids).not.toContain('whisper-base-q8');
    expect(ids).toContain('zipformer-gigaspeech-3.3m');
  });
});

describe('npm run models', () => {
  it('lists them and verifies a folder', async () => {
    const listed = await type('npm run --silent models -- list');
    expect(listed.output).toMatch(/^zipformer-gigaspeech-3\.3m .*4 of 4 files/m);
    const verified = await type(`npm run --silent models -- verify '${MODELS}'`);
    expect([verified.status, verified.errors]).toEqual([0, '']);
    expect(verified.output).toMatch(/^(?:good|unverified) +mini-whisper/m);
  });
});

/** Starts `npm run transcribe`; `said` is its standard error. */
function transcribe(given: string): { child: ChildProcess; said: () => string; output: () => string } {
  const line = `node --import tsx src/cli/transcribe.ts ${given}`;
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, output] = ['', ''];
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  child.stdout.on('data', (text: Buffer) => {
    output += text;
  });
  return { child, said: () => said, output: () => output };
}

const profiles = () => readdirSync(temporary).filter((name) => name.startsWith('earshot-profile-'));

describe('npm run transcribe', () => {
  it('prints a transcript whose folder is gone, and writes it once the command is repeated', async () => {
    const out = join(folder, 'out');
    const given = `'${HELLO}' --models '${MODELS}' --format txt -o '${out}/{{name}}.{{extension}}'`;
    const first = transcribe(given);
    await expect.poll(first.said, { timeout: 60_000 }).toContain('uploading');
    rmSync(out, { recursive: true });
    writeFileSync(out, 'no folder');
    expect((await once(first.child, 'close'))[0]).toBe(1);
    expect(first.output()).toBe(`${HELLO_TEXT}\n`);
    expect(first.said()).toContain('The transcript went to standard output.');
    expect(first.said()).toMatch(/recognised by Miniature: speech .*, a fixture of the tests/);
    rmSync(out);
    const { status, output, errors } = await type(`npm run --silent transcribe -- ${given}`);
    expect([status, output]).toEqual([0, '']);
    expect(errors).toContain('written to');
    expect(errors).not.toContain('uploading');
    expect(readdirSync(out)).toEqual(['en_hello.txt']);
    expect(readFileSync(join(out, 'en_hello.txt'), 'utf8')).toBe(`${HELLO_TEXT}\n`);
  });

  // By day: src/cli/watch-recordings.test.ts.
  it('watches a folder, and writes a note for each recording that is put into it', {
    tags: THOROUGH_TAG,
  }, async () => {
    const [inbox, vault] = [join(folder, 'inbox'), join(folder, 'vault')];
    mkdirSync(inbox);
    const given = `--watch '${inbox}' --models '${MODELS}' --format obsidian -o '${vault}/{{name}}.{{extension}}'`;
    const watching = transcribe(given);
    await expect.poll(watching.said, { timeout: 90_000 }).toContain(`Watching ${inbox}`);
    const put = join(inbox, 'en_hello.wav');
    cpSync(HELLO, put);
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(put, minuteAgo, minuteAgo);
    const notes = () => (existsSync(vault) ? readdirSync(vault).filter((name) => name.endsWith('.md')) : []);
    await expect.poll(notes, { timeout: 120_000, interval: 500 }).toEqual(['en_hello.md']);
    watching.child.kill('SIGINT');
    await once(watching.child, 'close');
    const note = readFileSync(join(vault, 'en_hello.md'), 'utf8');
    expect(note).toMatch(/^---\n[\s\S]*\n---\n/);
    expect(note).toContain('Where is the train?');
    expect(profiles()).toEqual([]);
  });

  it('goes on after SIGKILL where the command is repeated, and leaves no profile', {
    tags: THOROUGH_TAG,
  }, async () => {
    const given = `'${HELLO}' --models '${MODELS}' --format txt`;
    const first = transcribe(given);
    await expect.poll(first.said, { timeout: 60_000 }).toMatch(/ \d+ %/);
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    expect(profiles()).toHaveLength(1);
    const { status, output, errors } = await type(`npm run --silent transcribe -- ${given}`);
    expect([status, output]).toEqual([0, `${HELLO_TEXT}\n`]);
    expect(errors).not.toContain('uploading');
    expect(profiles()).toEqual([]);
  });
});

describe.skipIf(!hasNatsServer())('npm run worker', () => {
  it('joins a pool with its model', { tags: THOROUGH_TAG }, async () => {
    const broker = await Broker.start();
    await setUpPool(accessTo(broker));
    writeFileSync(join(folder, 'phrase.txt'), PHRASE);
    const line = `npm run worker -- --pool ${broker.url} --phrase-file '${folder}/phrase.txt' --name office --models '${MODELS}' --port ${await freePort()}`;
    const child = spawn('bash', ['-c', line], { cwd: PROJECT_ROOT, detached: true });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    try {
      await expect.poll(() => said, { timeout: 90_000 }).toContain('office waits for work');
    } finally {
      const ended = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
      await broker.end();
    }
  });
});

describe('npm run example', () => {
  it('serves the page that it names, beside the app', { tags: THOROUGH_TAG }, async () => {
    const example = await Running.start(PROJECT_ROOT, 'npm run example -- fetch');
    try {
      expect(await (await fetch(example.url)).text()).toContain('<title>');
      expect(await (await fetch(new URL('/', example.url))).text()).toContain('<title>Earshot');
    } finally {
      await example.stop();
    }
  });
});
