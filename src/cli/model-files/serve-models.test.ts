import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { findModel } from '../../models/manifest/catalogue.ts';
import { partsOf } from '../../models/manifest/file-parts.ts';
import { servedIndex } from '../../models/store/served-models.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { importModels } from './import-models.ts';
import { scanModels } from './scan-models.ts';
import { modelsMiddleware } from './serve-models.ts';
import { verifyModelFile } from './verify-model.ts';

const BUNDLED = join(PROJECT_ROOT, 'public', 'models');
const SHARED = join(PROJECT_ROOT, '..', 'shared', 'models');

let folder = '';
let server: Server | null = null;
const lines: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-models-'));
  lines.length = 0;
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  // Bodies that no test read would hold their connections until they are collected.
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
  server = null;
});

/** Serves like the development and preview servers; requests the middleware passes on get 418. */
async function serve(
  directory: string | undefined,
  { bundled = BUNDLED, withoutModels = false } = {},
): Promise<string> {
  const handle = modelsMiddleware({ directory, bundled, withoutModels, log: (line) => lines.push(line) });
  const listening = createServer((request, response) => {
    handle(request, response, () => {
      response.statusCode = 418;
      response.end();
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  if (typeof address !== 'object' || !address) throw new Error('The test server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini/mini-whisper');
const copyMini = (to: string) => cpSync(MINI, to, { recursive: true });
const readIndex = async (base: string) =>
  servedIndex.parse(await (await fetch(`${base}/models/index.json`)).json()).models;
/** Without the bundled ones. */
const readGiven = async (base: string) => (await readIndex(base)).filter(({ given }) => given);

/** Those that every copy of the app has. */
const SMALL = ['pyannote-segmentation-3.0-int8', 'speaker-lstm-256', 'yamnet', 'zipformer-gigaspeech-3.3m'];

describe('models under /models/', () => {
  it('lists the bundled models if no folder is given', async () => {
    const bundled = await readIndex(await serve(undefined));
    expect(bundled.map(({ id }) => id).toSorted()).toEqual([...SMALL, 'whisper-base-q8'].toSorted());
    for (const entry of bundled) {
      expect(entry).toMatchObject({ given: false, local: true });
      expect(entry.files.length).toBe(findModel(entry.id).files.length);
    }
  });

  it('leaves out what can be downloaded instead where the operator wants that, or gives another Whisper', async () => {
    const ids = async (given: string | undefined, withoutModels = false) =>
      (await readIndex(await serve(given, { withoutModels }))).map(({ id }) => id);
    expect((await ids(undefined, true)).toSorted()).toEqual(SMALL);
    copyMini(join(folder, 'mini-whisper'));
    expect((await ids(folder)).toSorted()).toEqual(['mini-whisper', ...SMALL]);
  });

  it('lists a model in parts, and serves the parts', async () => {
    const base = await serve(BUNDLED);
    const entry = (await readGiven(base)).find(({ id }) => id === 'whisper-base-q8');
    const files = findModel('whisper-base-q8').files.map(({ path, bytes, parts }) => ({
      path,
      bytes,
      ...(parts !== undefined && { parts }),
    }));
    expect(entry).toMatchObject({ id: 'whisper-base-q8', named: true, files });
    for (const { path, parts = 1, bytes } of entry?.files ?? []) {
      if (parts === 1) continue;
      const sent = await Promise.all(
        partsOf({ path, parts, bytes }).map(async (part) => {
          const response = await fetch(`${base}/models/whisper-base-q8/${part.path}`);
          expect(response.status).toBe(200);
          return Number(response.headers.get('content-length'));
        }),
      );
      expect(sent.reduce((sum, one) => sum + one, 0)).toBe(bytes);
    }
  });

  it('takes the hash of a file in parts, and imports it whole', async () => {
    const to = join(folder, 'imported');
    const only = ['whisper-base-q8'];
    const done = await importModels({ from: BUNDLED, to, only, writeIndex: false, log: () => undefined });
    expect(done).toEqual({ imported: only, failed: [] });
    for (const file of findModel('whisper-base-q8').files) {
      expect(statSync(join(to, 'whisper-base-q8', file.path)).size).toBe(file.bytes);
      expect(await verifyModelFile(join(to, 'whisper-base-q8'), file)).toEqual({ kind: 'good' });
    }
  });

  it.each(['mini-whisper', 'mini/mini-whisper', 'a/b/mini-whisper'])(
    'finds a model at %s of the folder and reports that it was supplied',
    async (place) => {
      copyMini(join(folder, place));
      expect(await readGiven(await serve(folder))).toEqual([
        expect.objectContaining({ id: 'mini-whisper', given: true }),
      ]);
    },
  );

  it('serves several folders, joined as in PATH; the first copy of a model counts', async () => {
    const [first, second] = ['first', 'second'].map((name) => join(folder, name));
    copyMini(join(first ?? '', 'mini-whisper'));
    copyMini(join(second ?? '', 'mini-whisper'));
    const tests = join(PROJECT_ROOT, 'tests/fixtures/mini');
    const index = await readGiven(await serve([first, second, tests].join(delimiter)));
    expect(index.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['mini-whisper', 'mini-m2m100', 'mini-ner']),
    );
    expect(scanModels([first, second].join(delimiter)).map(({ directory }) => directory)).toEqual([
      join(first ?? '', 'mini-whisper'),
    ]);
    expect(() => scanModels([first, join(folder, 'none')].join(delimiter))).toThrow('does not exist');
  });

  it('finds a model if its own folder is given', async () => {
    copyMini(join(folder, 'mini-whisper'));
    const index = await readGiven(await serve(join(folder, 'mini-whisper')));
    expect(index).toEqual([expect.objectContaining({ id: 'mini-whisper', given: true })]);
  });

  it('serves a file with its length, its range and the headers of an isolated page', async () => {
    copyMini(join(folder, 'mini-whisper'));
    const base = await serve(folder);
    const whole = await fetch(`${base}/models/mini-whisper/config.json`);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-length')).toBe('1209');
    expect(whole.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    const text = await whole.text();
    const part = await fetch(`${base}/models/mini-whisper/config.json`, { headers: { range: 'bytes=10-' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 10-1208/1209');
    expect(await part.text()).toBe(text.slice(10));
  });

  it.each(caseRows<string>(import.meta.url, 'servesNothingBut'))(
    'serves nothing but the model: %s',
    async (path) => {
      copyMini(join(folder, 'mini-whisper'));
      writeFileSync(join(folder, 'secret.txt'), 'secret');
      writeFileSync(join(folder, 'mini-whisper', 'notes.txt'), 'private');
      const response = await fetch(`${await serve(folder)}/models/${path}`);
      expect([404, 418]).toContain(response.status);
      expect(await response.text()).not.toMatch(/secret|private/);
    },
  );

  it('passes on requests for other files', async () => {
    copyMini(join(folder, 'mini-whisper'));
    const base = await serve(folder);
    expect((await fetch(`${base}/index.html`)).status).toBe(418);
    expect((await fetch(`${base}/models/other/config.json`)).status).toBe(418);
  });

  it('skips a file of the wrong size and says so', async () => {
    copyMini(join(folder, 'mini-whisper'));
    truncateSync(join(folder, 'mini-whisper/onnx/encoder_model_quantized.onnx'), 1000);
    const base = await serve(folder);
    const [mini] = await readIndex(base);
    expect(mini?.files.map((file) => file.path)).not.toContain('onnx/encoder_model_quantized.onnx');
    expect((await fetch(`${base}/models/mini-whisper/onnx/encoder_model_quantized.onnx`)).status).toBe(404);
    expect(lines.join('\n')).toContain('has 1000 bytes instead of');
  });

  it('serves a model that the manifest does not name, described from its folder', async () => {
    copyMini(join(folder, 'Dentist Whisper'));
    const base = await serve(folder);
    const [own] = (await readIndex(base)).filter(({ given }) => given);
    expect(own).toMatchObject({
      id: 'dentist-whisper',
      own: { title: 'Dentist Whisper', own: true, engine: 'whisper' },
    });
    expect(lines.join('\n')).toContain('dentist-whisper (your own, not checked)');
    const config = await fetch(`${base}/models/dentist-whisper/config.json`);
    expect(await config.json()).toMatchObject({ model_type: 'whisper' });
  });

  it.each(caseRows<[string, string]>(import.meta.url, 'saysOneSentence'))(
    'says in one sentence why it cannot use a folder without %s',
    async (path, why) => {
      const own = join(folder, 'own');
      copyMini(own);
      rmSync(join(own, path));
      await serve(own);
      expect(lines.filter((line) => line.includes('cannot be used'))).toEqual([
        `The model folder "own" cannot be used: ${why}.`,
      ]);
    },
  );

  it('serves no file that a symbolic link brings in from elsewhere, and says so', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'earshot-outside-'));
    copyMini(join(outside, 'mini-whisper'));
    copyMini(join(folder, 'mini-whisper'));
    rmSync(join(folder, 'mini-whisper/config.json'));
    symlinkSync(join(outside, 'mini-whisper/config.json'), join(folder, 'mini-whisper/config.json'));
    symlinkSync(join(outside, 'mini-whisper'), join(folder, 'linked-whisper'));
    const base = await serve(folder);
    const listed = (await readIndex(base)).find(({ id }) => id === 'mini-whisper');
    expect(listed?.files.map(({ path }) => path)).not.toContain('config.json');
    expect((await fetch(`${base}/models/mini-whisper/config.json`)).status).toBe(404);
    expect((await fetch(`${base}/models/linked-whisper/config.json`)).status).toBe(404);
    expect((await fetch(`${base}/models/mini-whisper/tokenizer.json`)).status).toBe(200);
    expect(lines.join('\n')).toContain('config.json is a link that leads out of the folder');
    rmSync(outside, { recursive: true });
  });

  it('follows links within the folder, as a hub has them in its cache', async () => {
    copyMini(join(folder, 'blobs'));
    mkdirSync(join(folder, 'snapshots/mini-whisper'), { recursive: true });
    for (const name of ['config.json', 'tokenizer.json']) {
      symlinkSync(join('../../blobs', name), join(folder, 'snapshots/mini-whisper', name));
    }
    const base = await serve(folder);
    expect((await fetch(`${base}/models/mini-whisper/config.json`)).status).toBe(200);
  });

  it('serves no file that has become such a link since', async () => {
    copyMini(join(folder, 'mini-whisper'));
    const base = await serve(folder);
    writeFileSync(join(folder, '..', 'earshot-secret.txt'), 'secret');
    rmSync(join(folder, 'mini-whisper/config.json'));
    symlinkSync(join(folder, '..', 'earshot-secret.txt'), join(folder, 'mini-whisper/config.json'));
    expect((await fetch(`${base}/models/mini-whisper/config.json`)).status).toBe(404);
    rmSync(join(folder, '..', 'earshot-secret.txt'));
  });

  it.each([
    ['another site', { origin: 'https://example.com' }],
    ['a page of another port', { origin: 'http://localhost:3000' }],
  ])('gives nothing of the folder to %s', async (_, headers: Record<string, string>) => {
    copyMini(join(folder, 'My Voice'));
    const base = await serve(folder);
    for (const path of ['index.json', 'my-voice/config.json']) {
      const response = await fetch(`${base}/models/${path}`, { headers });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBe(null);
    }
  });

  it('refuses another site the index of a build, too, which is a file there', async () => {
    copyMini(join(folder, 'My Voice'));
    const built = join(folder, 'built');
    mkdirSync(built);
    writeFileSync(join(built, 'index.json'), '{"models":[]}');
    const base = await serve(folder, { bundled: built });
    const headers = { origin: 'https://example.com' };
    expect((await fetch(`${base}/models/index.json`, { headers })).status).toBe(403);
  });

  it.each([
    ['a sandboxed frame of another site', { origin: 'null', referer: 'https://example.com/' }],
    ['a frame without origin or address', { origin: 'null' }],
  ])('lists the bundled models alone to %s', async (_, headers: Record<string, string>) => {
    copyMini(join(folder, 'My Voice'));
    const base = await serve(folder);
    const index = await fetch(`${base}/models/index.json`, { headers });
    expect(index.headers.get('access-control-allow-origin')).toBe('null');
    expect(await index.text()).not.toContain('my-voice');
    expect(await (await fetch(`${base}/models/index.json`)).text()).toContain('my-voice');
    expect((await fetch(`${base}/models/my-voice/config.json`, { headers })).status).toBe(403);
  });

  it('answers the app itself and a sandboxed frame of it', async () => {
    copyMini(join(folder, 'My Voice'));
    const base = await serve(folder);
    for (const headers of [{}, { origin: base }, { origin: 'null', referer: `${base}/embed.html` }] as Record<
      string,
      string
    >[]) {
      const response = await fetch(`${base}/models/my-voice/config.json`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(headers.origin ?? null);
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('refuses a folder that does not exist', () => {
    expect(() => scanModels(join(folder, 'nowhere'))).toThrow('does not exist');
  });

  it('reports a folder without known models', async () => {
    mkdirSync(join(folder, 'something'));
    await serve(folder);
    expect(lines.join('\n')).toContain('No model');
  });

  it.skipIf(!existsSync(SHARED))('finds the shared weights, complete', () => {
    const found = scanModels(SHARED);
    const whole = found
      .filter((entry) => entry.files.length === entry.model.files.length)
      .map((entry) => entry.model.id);
    // There may be more of them.
    expect(whole).toEqual(
      expect.arrayContaining([
        'bench-whisper-base',
        'bench-whisper-tiny',
        'mini-emotions',
        'mini-language-id',
        'mini-llm',
        'mini-m2m100',
        'mini-ner',
        'mini-pii',
        'mini-punctuation',
        'mini-whisper',
        'nnsplit',
        'pyannote-segmentation-3.0-int8',
        'speaker-lstm-256',
        'zipformer-gigaspeech-3.3m',
      ]),
    );
  });
});
