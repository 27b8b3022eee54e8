import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeHub } from '../../../tests/browser/models/fake-hub.ts';
import type { HubScenario, HubScenarioState } from '../../../tests/browser/models/hub-scenario.ts';
import { findModel } from '../../models/manifest/catalogue.ts';
import type { ManifestModel } from '../../models/manifest/manifest.ts';
import { parseModelSource } from '../../models/manifest/model-source.ts';
import { downloadModels } from './download-models.ts';

const LARGE = 'onnx/weights.onnx';
const FILES = { 'config.json': 900, [LARGE]: 700_000 };

const hub = new FakeHub();
let address = '';
beforeAll(async () => {
  address = await hub.start();
});
afterAll(() => hub.stop());

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-download-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function play(scenario: Partial<HubScenario>, id = ''): Promise<HubScenarioState & { id: string }> {
  const response = await fetch(`${address}/scenarios/${id}`, {
    method: 'POST',
    body: JSON.stringify({ files: FILES, ...scenario }),
  });
  const state: HubScenarioState = await response.json();
  return { ...state, id: state.base.split('/').at(-1) ?? '' };
}

const requestsOf = async (id: string): Promise<HubScenarioState['requests']> =>
  (await (await fetch(`${address}/scenarios/${id}`)).json()).requests;

/** A model of the manifest with these files; hashes as the hub sends them, unless given. */
const modelOf = (sha256: Record<string, string> | null): ManifestModel => ({
  ...findModel('whisper-base'),
  source: { repo: 'a/b', revision: sha256 && '0123456789abcdef'.repeat(3).slice(0, 40) },
  files: Object.entries(FILES).map(([path, bytes]) => ({
    path,
    bytes: sha256 ? bytes : null,
    sha256: sha256?.[path] ?? null,
  })),
});

const weights = () => join(folder, findModel('whisper-base').folder, LARGE);

async function download(model: ManifestModel, base: string) {
  const lines: string[] = [];
  const { failed } = await downloadModels({
    models: [model],
    to: folder,
    source: parseModelSource(base),
    device: 'wasm',
    writeIndex: true,
    retryDelaysMs: [1, 1],
    log: (line) => lines.push(line),
  });
  return { failed, lines };
}

describe('models that a command downloads', () => {
  it.each<[string, Partial<HubScenario>]>([
    ['a hub that describes its files', { describes: true, redirects: true }],
    [
      'one whose connections break',
      { describes: true, drop: { path: LARGE, afterBytes: 200_000, times: 3 } },
    ],
    ['one that ends early', { describes: true, endEarly: { path: LARGE, afterBytes: 300_000, times: 2 } }],
    ['one that is busy', { describes: true, status: { path: LARGE, status: 503, times: 2 } }],
  ])('are complete and verified: %s', async (_, scenario) => {
    const { base } = await play(scenario);
    expect((await download(modelOf(null), base)).failed).toEqual([]);
    expect(statSync(weights()).size).toBe(FILES[LARGE]);
    expect(existsSync(`${weights()}.part`)).toBe(false);
  });

  it('go on behind what arrived, and are not downloaded again', async () => {
    const { sha256 } = await play({});
    const model = modelOf(sha256);
    const first = await play({ status: { path: LARGE, status: 503, times: 9 } });
    const { failed, lines } = await download(model, first.base);
    expect(failed).toEqual(['whisper-base']);
    expect(lines.at(-1)).toMatch(
      /^whisper-base: the connection to 127\.0\.0\.1:\d+ was lost at onnx\/weights\.onnx\. /,
    );

    const whole = await play({});
    expect((await download(model, whole.base)).failed).toEqual([]);
    const bytes = readFileSync(weights());
    truncateSync(weights(), 400_000);
    writeFileSync(`${weights()}.part`, readFileSync(weights()));
    rmSync(weights());
    const again = await play({});
    expect((await download(model, again.base)).failed).toEqual([]);
    expect(readFileSync(weights()).equals(bytes)).toBe(true);
    expect(await requestsOf(again.id)).toMatchObject([
      { path: expect.stringContaining(LARGE), range: 'bytes=400000-' },
    ]);
    const last = await play({});
    await download(model, last.base);
    expect(await requestsOf(last.id)).toEqual([]);
  });

  it.each<[string, Partial<HubScenario>, RegExp]>([
    [
      'another byte',
      { damage: LARGE },
      /onnx\/weights\.onnx from 127\.0\.0\.1:\d+ is damaged \(another SHA-256\)/,
    ],
    ['a web page', { webPage: LARGE }, /sent a web page instead of/],
    ['no such file', { files: { 'config.json': 900 } }, /answered 404 for/],
  ])('are refused with the reason, and nothing of it stays: %s', async (_, scenario, reason) => {
    const { sha256 } = await play({});
    const { base } = await play(scenario);
    const { failed, lines } = await download(modelOf(sha256), base);
    expect(failed).toEqual(['whisper-base']);
    expect(lines.join('\n')).toMatch(reason);
    expect(existsSync(weights())).toBe(false);
    expect(existsSync(`${weights()}.part`)).toBe(false);
  });

  it('are refused where the hub does not have them, or the device does not run them', async () => {
    const { base } = await play({});
    const own = { ...modelOf(null), source: null };
    expect((await download(own, base)).lines.join()).toContain('is not available on the model hub');
    const other = { ...modelOf(null), devices: ['webgpu' as const] };
    expect((await download(other, base)).lines.join()).toContain('it does not run on wasm');
  });
});
