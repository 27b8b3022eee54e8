import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeHub } from '../../../tests/browser/models/fake-hub.ts';
import type { HubScenario, HubScenarioState } from '../../../tests/browser/models/hub-scenario.ts';
import { catalogue, findModel } from '../../models/manifest/catalogue.ts';
import { parseModelSource } from '../../models/manifest/model-source.ts';
import { servedIndex } from '../../models/store/served-models.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { importModels } from './import-models.ts';
import { lockModels } from './lock-models.ts';
import { verifyModelFile } from './verify-model.ts';

const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini/mini-whisper');

let folder = '';
let lines: string[] = [];
const log = (line: string) => lines.push(line);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-'));
  lines = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('importing models for self-hosting', () => {
  it('copies complete models, verified, and writes the index of the target', async () => {
    cpSync(MINI, join(folder, 'given/mini-whisper'), { recursive: true });
    const to = join(folder, 'dist/models');
    const result = await importModels({ from: join(folder, 'given'), to, writeIndex: true, log });
    expect(result).toEqual({ imported: ['mini-whisper'], failed: [] });
    const index = servedIndex.parse(JSON.parse(readFileSync(join(to, 'index.json'), 'utf8')));
    expect(index.models).toEqual([expect.objectContaining({ id: 'mini-whisper', given: false })]);
    for (const file of findModel('mini-whisper').files) {
      expect(await verifyModelFile(join(to, 'mini-whisper'), file)).toEqual({ kind: 'good' });
    }
    // Only files named in the manifest are copied.
    expect(existsSync(join(to, 'mini-whisper/merges.txt'))).toBe(false);
  });

  const RAMPART = join(PROJECT_ROOT, '../shared/models/rampart');
  it.skipIf(!existsSync(RAMPART))(
    'takes files that are set in another way, as the manifest says',
    async () => {
      cpSync(RAMPART, join(folder, 'given/rampart'), { recursive: true });
      const to = join(folder, 'models');
      const result = await importModels({ from: join(folder, 'given'), to, writeIndex: false, log });
      expect(result).toEqual({ imported: ['rampart-pii'], failed: [] });
    },
  );

  it('skips a model with one wrong byte and names the file', async () => {
    const given = join(folder, 'mini-whisper');
    cpSync(MINI, given, { recursive: true });
    const path = join(given, 'onnx/encoder_model_quantized.onnx');
    const bytes = readFileSync(path);
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const to = join(folder, 'models');
    const result = await importModels({ from: folder, to, writeIndex: false, log });
    expect(result).toEqual({ imported: [], failed: ['mini-whisper'] });
    expect(lines.join('\n')).toMatch(/encoder_model_quantized\.onnx is damaged \(another SHA-256\)/);
    expect(existsSync(join(to, 'mini-whisper'))).toBe(false);
  });

  it('reports which files are missing', async () => {
    const given = join(folder, 'mini-whisper');
    cpSync(MINI, given, { recursive: true });
    rmSync(join(given, 'tokenizer.json'));
    await importModels({ from: folder, to: join(folder, 'models'), writeIndex: false, log });
    expect(lines.join('\n')).toContain('mini-whisper: skipped, tokenizer.json missing');
  });
});

describe('locking the manifest', () => {
  /** A model of which the manifest has no revision, size or hash yet. */
  const UNLOCKED = 'punctuation-88';
  const hub = new FakeHub();
  let address = '';
  beforeAll(async () => {
    address = await hub.start();
  });
  afterAll(() => hub.stop());

  // Small files, some of them large enough for the hub's large-file storage.
  const sizesOf = (id: string) =>
    Object.fromEntries(findModel(id).files.map((file, index) => [file.path, 100_000 + index]));
  const start = async (scenario: HubScenario): Promise<HubScenarioState> =>
    (await fetch(`${address}/scenarios`, { method: 'POST', body: JSON.stringify(scenario) })).json();
  const lock = (state: HubScenarioState, id: string, newest = false) =>
    lockModels(
      { version: 1, sets: [], models: [...catalogue] },
      { source: parseModelSource(state.base), only: [id], newest, log },
    );

  it.each([
    ['the description of the repository', { describes: true, redirects: true }],
    ['the headers of each file, without following to the storage', { describes: false, redirects: true }],
  ])('writes revision, size and hash from %s', async (_from, manner) => {
    const state = await start({ files: sizesOf(UNLOCKED), ...manner });
    const { manifest, failed } = await lock(state, UNLOCKED);
    expect(failed).toEqual([]);
    const { requests }: HubScenarioState = await (
      await fetch(`${address}/scenarios/${state.base.split('/').at(-1)}`)
    ).json();
    const asked = requests.filter(({ path }) => path.includes('/resolve/'));
    expect(asked.length > 0).toBe(!manner.describes);
    const locked = manifest.models.find((model) => model.id === UNLOCKED);
    expect(locked?.source?.revision).toBe(state.revision);
    for (const file of locked?.files ?? []) {
      expect(file).toMatchObject({ bytes: expect.any(Number), sha256: state.sha256[file.path] });
    }
    expect(manifest.models.filter(({ id }) => id !== UNLOCKED)).toEqual(
      catalogue.filter(({ id }) => id !== UNLOCKED),
    );
  });

  it('never replaces a known hash of a pinned revision', async () => {
    const state = await start({ files: sizesOf('whisper-base'), describes: true });
    const { manifest, failed } = await lock(state, 'whisper-base');
    expect(failed).toEqual(['whisper-base']);
    expect(manifest.models).toEqual(catalogue);
    expect(lines.join('\n')).toMatch(/(size|SHA-256) differs from the manifest's/);
  });

  it('moves to the newest revision if requested', async () => {
    const state = await start({ files: sizesOf('whisper-base'), describes: true });
    const { manifest, failed } = await lock(state, 'whisper-base', true);
    expect(failed).toEqual([]);
    const locked = manifest.models.find((model) => model.id === 'whisper-base');
    expect(locked?.source?.revision).toBe(state.revision);
  });

  it('leaves a model alone if the hub does not have it', async () => {
    const state = await start({ files: {} });
    const { manifest, failed } = await lock(state, 'opus-mt-en-fr');
    expect(failed).toEqual(['opus-mt-en-fr']);
    expect(manifest.models).toEqual(catalogue);
  });
});
