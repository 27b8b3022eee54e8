import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inEnglish, msg } from '../../../src/lib/errors/msg.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import { downloadSize } from '../../../src/models/manifest/manifest-files.ts';
import { sha256Of } from '../../../src/models/store/file-digest.ts';
import { openModelFile } from '../../../src/models/store/model-files.ts';
import { deleteModel, importModel, listModels } from '../../../src/models/store/model-store.ts';
import { servedUrl } from '../../../src/models/store/served-models.ts';
import { getModelFile } from '../../../src/storage/models/model-file-store.ts';

const MODEL = 'mini-whisper';
const ENCODER = 'onnx/encoder_model_quantized.onnx';
const paths = findModel(MODEL).files.map((file) => file.path);
const TOTAL = downloadSize(findModel(MODEL), 'wasm').bytes;

/** The bundled miniature's files, as a user would pick them. */
async function picked(name: (path: string) => { name: string; folder?: string }): Promise<File[]> {
  return Promise.all(
    paths.map(async (path) => {
      const bytes = await (await fetch(servedUrl(MODEL, path))).blob();
      return pick(bytes, name(path));
    }),
  );
}

function pick(bytes: Blob, { name, folder }: { name: string; folder?: string }): File {
  const file = new File([bytes], name.split('/').at(-1) ?? name);
  if (folder !== undefined) Object.defineProperty(file, 'webkitRelativePath', { value: `${folder}/${name}` });
  return file;
}

const byFolder = (path: string) => ({ name: path, folder: 'stick/models/mini-whisper' });
const without = (files: File[], name: string) => files.filter((file) => file.name !== name);

beforeEach(() => deleteModel(MODEL));
afterEach(async () => {
  vi.restoreAllMocks();
  await deleteModel(MODEL);
});

describe('importing a model from files', () => {
  it('takes a file in another setting whose hash the manifest has, too', async () => {
    const file = findModel(MODEL).files.find(({ path }) => path === 'config.json');
    if (!file) throw new Error('The model has no configuration.');
    const { sha256 } = file;
    try {
      Object.assign(file, { sha256: '0'.repeat(64) });
      expect((await importModel(await picked(byFolder))).damaged).toHaveLength(1);
      Object.assign(file, { otherSha256: [sha256] });
      const report = await importModel(await picked(byFolder));
      expect(report.models).toMatchObject([{ modelId: MODEL, complete: true }]);
      expect(await getModelFile(MODEL, 'config.json')).toMatchObject({ complete: true, sha256 });
    } finally {
      Object.assign(file, { sha256 });
      delete file.otherSha256;
    }
  });

  it('takes the folder that a person picked', async () => {
    const report = await importModel(await picked(byFolder));
    expect(report).toEqual({
      models: [
        {
          modelId: MODEL,
          title: findModel(MODEL).title,
          imported: expect.arrayContaining(paths),
          missing: [],
          complete: true,
        },
      ],
      unknown: [],
      damaged: [],
      refused: [],
    });
    for (const file of findModel(MODEL).files) {
      expect(await getModelFile(MODEL, file.path)).toMatchObject({ complete: true, sha256: file.sha256 });
    }
    const [listing] = (await listModels()).filter(({ model }) => model.id === MODEL);
    expect(listing?.storedBytes).toBe(TOTAL);
  });

  it('takes single files by name and size', async () => {
    const report = await importModel(await picked((path) => ({ name: path })));
    expect(report.models).toEqual([expect.objectContaining({ modelId: MODEL, complete: true })]);
    expect(report.unknown).toEqual([]);
  });

  it('reports progress in bytes', async () => {
    const seen: number[] = [];
    await importModel(await picked(byFolder), { onProgress: ({ doneBytes }) => seen.push(doneBytes) });
    expect(seen).toHaveLength(paths.length);
    expect(seen.at(-1)).toBe(TOTAL);
  });

  it('says which files are unknown', async () => {
    const notes = pick(new Blob(['shopping']), { name: 'notes.txt', folder: 'stick' });
    const report = await importModel([notes]);
    expect(report).toEqual({ models: [], unknown: ['stick/notes.txt'], damaged: [], refused: [] });
  });

  it('stores no file with a wrong byte, and reports which one it is', async () => {
    const files = await picked(byFolder);
    const bytes = new Uint8Array(await (await fetch(servedUrl(MODEL, ENCODER))).arrayBuffer());
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    const damaged = pick(new Blob([bytes]), byFolder(ENCODER));
    const report = await importModel([...without(files, 'encoder_model_quantized.onnx'), damaged]);
    expect(report.damaged).toEqual([
      {
        modelId: MODEL,
        name: `stick/models/mini-whisper/${ENCODER}`,
        reason: msg`its SHA-256 does not match`,
      },
    ]);
    expect(await getModelFile(MODEL, ENCODER)).toBeNull();
  });

  it('keeps the good copy when a damaged one is picked', async () => {
    await importModel(await picked(byFolder));
    const damaged = pick(new Blob(['short']), byFolder(ENCODER));
    const report = await importModel([damaged]);
    expect(report.damaged).toEqual([
      expect.objectContaining({ reason: msg`it has ${5} bytes instead of ${729_659}` }),
    ]);
    expect((await getModelFile(MODEL, ENCODER))?.complete).toBe(true);
  });

  it('says which files are missing of a model that is nowhere else', async () => {
    const pair = 'opus-mt-en-it';
    const config = pick(new Blob(['{}']), { name: 'config.json', folder: 'opus-mt-en-it' });
    const report = await importModel([config]);
    expect(report.models).toEqual([
      expect.objectContaining({ modelId: pair, imported: ['config.json'], complete: false }),
    ]);
    expect(report.models[0]?.missing).toContain('tokenizer.json');
    expect((await listModels()).find(({ model }) => model.id === pair)?.state).toBe('partial');
    await deleteModel(pair);
  });

  it('refuses before it stores anything if there is no room', async () => {
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 1000, usage: 0 });
    await expect(importModel(await picked(byFolder))).rejects.toMatchObject({ code: 'storage_full' });
    expect(await getModelFile(MODEL, 'config.json')).toBeNull();
  });

  it('stores nothing partially when it is cancelled', async () => {
    const cancel = new AbortController();
    const running = importModel(await picked(byFolder), {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    for (const path of paths) expect((await getModelFile(MODEL, path))?.complete ?? true).toBe(true);
  });
});

describe('importing a model that the manifest does not name', () => {
  const NAME = 'My Fine-tuned Whisper';
  const OWN = 'my-fine-tuned-whisper';
  /** The miniature with one byte more in its encoder: no file of the manifest. */
  async function ownFolder(): Promise<File[]> {
    const files = await picked((path) => ({ name: path, folder: NAME }));
    return Promise.all(
      files.map(async (file) => {
        const { webkitRelativePath: path } = file;
        const inner = path.slice(NAME.length + 1);
        // An unknown field at the end of an ONNX file means nothing.
        const more = path.endsWith('.onnx') ? [new Uint8Array([0xf8, 0x7f, 1])] : [];
        return pick(new Blob([file, ...more]), { name: inner, folder: NAME });
      }),
    );
  }

  it('lists it under its folder’s name, opens its files and deletes it', async () => {
    const report = await importModel(await ownFolder());
    expect(report).toMatchObject({
      models: [{ modelId: OWN, title: NAME, missing: [], complete: true }],
      unknown: [],
      refused: [],
    });
    const listing = (await listModels()).find(({ model }) => model.id === OWN);
    expect(listing).toMatchObject({
      state: 'downloaded',
      model: { own: true, title: NAME, serves: ['stt-1'], dtype: { wasm: { encoder_model: 'q8' } } },
    });
    expect(listing?.storedBytes).toBeGreaterThan(TOTAL);
    expect(await (await openModelFile(OWN, 'config.json')).json()).toMatchObject({ model_type: 'whisper' });
    await deleteModel(OWN);
    expect((await listModels()).some(({ model }) => model.id === OWN)).toBe(false);
    await expect(openModelFile(OWN, 'config.json')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses a folder without its tokenizer in one sentence, and stores nothing', async () => {
    const report = await importModel(without(await ownFolder(), 'tokenizer.json'));
    expect(report).toMatchObject({ models: [], unknown: [] });
    expect(report.refused.map(inEnglish)).toEqual([
      `The model folder "${NAME}" cannot be used: tokenizer.json is missing.`,
    ]);
    expect((await listModels()).some(({ model }) => model.id === OWN)).toBe(false);
  });
});

describe('opening files of an installed model', () => {
  it('reads the bundled model from the app itself', async () => {
    const [bundled, encoder] = ['zipformer-gigaspeech-3.3m', 'encoder.int8.onnx'];
    const response = await openModelFile(bundled, encoder);
    const { bytes, sha256 } = findModel(bundled).files.find((file) => file.path === encoder) ?? {};
    expect(response.headers.get('content-length')).toBe(String(bytes));
    expect(await sha256Of(await response.blob())).toBe(sha256);
    const listing = (await listModels()).find(({ model }) => model.id === bundled);
    expect(listing).toMatchObject({ state: 'bundled', download: { bytes: 0, exact: true } });
  });

  it('reads storage first', async () => {
    await importModel(await picked(byFolder));
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(await (await openModelFile(MODEL, 'config.json')).json()).toMatchObject({ model_type: 'whisper' });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('never contacts another host', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(openModelFile('whisper-base', 'config.json')).rejects.toMatchObject({
      code: 'model_missing',
      status: 503,
    });
    for (const [request] of fetched.mock.calls) {
      expect(new URL(String(request)).origin).toBe(location.origin);
    }
  });

  it('does not accept a web page for a file that the index lists', async () => {
    const real = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((request, init) =>
      String(request).endsWith('config.json')
        ? Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
        : real(request, init),
    );
    await expect(openModelFile(MODEL, 'config.json')).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('knows no file outside the manifest', async () => {
    await expect(openModelFile(MODEL, '../index.json')).rejects.toMatchObject({ code: 'model_missing' });
    await expect(openModelFile('unheard-of', 'config.json')).rejects.toMatchObject({ code: 'not_found' });
  });
});
