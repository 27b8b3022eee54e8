import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANY_OWN } from '../../src/contract/jobs/own-model-id.ts';
import { readChoiceInput } from '../../src/models/choice/choose-model.ts';
import { acceptPageClients, ensureDeployedClients } from '../../src/service/page-clients.ts';
import {
  ANY_PAGE,
  clientSettingsFor,
  getSettings,
  updateSettings,
} from '../../src/storage/settings/settings-store.ts';
import { emptyDatabase } from '../fakes/empty-database.ts';
import { eventually } from '../runner/eventually.ts';
import { ORIGIN } from './service.ts';

const HOSTED = 'https://api.hosted.example';
const FILE = { baseAddresses: [HOSTED, '/speech'], keyHeaders: ['X-Hosted-Key'], models: { nova: 'stt-1' } };

const deploy = (answer: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer()),
  );
const json =
  (value: unknown, status = 200) =>
  () =>
    Response.json(value, { status });
const page = (html: string) =>
  new Response(html, { headers: { 'content-type': 'Text/HTML; charset=utf-8' } });
const START_PAGE = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const ofPage = (path: string | null) => clientSettingsFor(async () => path);

beforeEach(emptyDatabase);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the operator’s file', () => {
  it('prefers models of the user’s own, where the app’s settings name no other', async () => {
    expect((await readChoiceInput()).preferred).toEqual({});
    deploy(json({ ...FILE, preferOwnModels: true }));
    await ensureDeployedClients(ORIGIN);
    expect((await readChoiceInput()).preferred).toEqual({ 'stt-1': ANY_OWN });
    await updateSettings(() => ({ preferred_models: { 'stt-1': 'whisper-base' } }));
    expect((await readChoiceInput()).preferred).toEqual({ 'stt-1': 'whisper-base' });
  });

  it('holds for every page, beside the settings of the app', async () => {
    deploy(json(FILE));
    await ensureDeployedClients(ORIGIN);
    expect(fetch).toHaveBeenCalledWith(new URL('/operator-settings.json', ORIGIN), {
      cache: 'no-cache',
      signal: expect.any(AbortSignal),
    });
    const own = { base_addresses: ['https://other.example'], key_headers: [], models: {} };
    await updateSettings(() => ({ clients: own }));
    expect(await ofPage(null)).toEqual({
      base_addresses: [HOSTED, `${ORIGIN}/speech`, 'https://other.example'],
      key_headers: ['x-hosted-key'],
      models: { nova: 'stt-1' },
    });
  });

  it('holds as it was read, though the data of the site are deleted before it is looked for', async () => {
    deploy(json(FILE));
    const readAndLose = async () => {
      const read = await ensureDeployedClients(ORIGIN);
      await emptyDatabase();
      return read;
    };
    const { base_addresses } = await clientSettingsFor(async () => null, getSettings(), readAndLose);
    expect(base_addresses).toContain(HOSTED);
  });

  it.each([
    ['is absent', () => new Response('', { status: 404 })],
    ['is gone', () => new Response('', { status: 410 })],
    ['is answered with the app’s own start page', () => page(START_PAGE)],
  ])('names nothing if it %s', async (_, answer) => {
    deploy(answer);
    await ensureDeployedClients(ORIGIN);
    expect(await ofPage(null)).toEqual({ base_addresses: [], key_headers: [], models: {} });
  });

  it.each([
    ['no JSON', () => new Response('{')],
    ['a wrong address', json({ baseAddresses: ['api.hosted.example'] })],
    ['an unknown field', json({ base: [] })],
  ])('refuses everything while it has %s', async (_, answer) => {
    deploy(answer);
    await ensureDeployedClients(ORIGIN);
    await expect(ofPage(null)).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('The operator’s /operator-settings.json is invalid'),
    });
  });

  it.each([
    ['the network is gone', () => Promise.reject(new TypeError('offline'))],
    ['the server fails', () => new Response('', { status: 503 })],
    ['a proxy wants a login', () => new Response('', { status: 401 })],
    ['a proxy refuses', () => new Response('', { status: 403 })],
    ['a proxy sends its login page', () => page('<title>Log in</title>')],
    ['it is moved to an odd answer', () => new Response(null, { status: 304 })],
  ])('holds as last read while %s, and is refused if it was never read', async (_, answer) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    deploy(answer);
    await expect(ensureDeployedClients(ORIGIN)).rejects.toThrow('/operator-settings.json cannot be read');
    deploy(json(FILE));
    await ensureDeployedClients(ORIGIN);
    deploy(answer);
    await ensureDeployedClients(ORIGIN);
    expect((await ofPage(null)).base_addresses).toContain(HOSTED);
  });

  it('is refused after a while if its server never answers', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    vi.stubGlobal(
      'fetch',
      (_: URL, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const known = ensureDeployedClients(ORIGIN);
    await eventually(() => expect(timeout).toHaveBeenCalledWith(30_000));
    late.abort();
    await expect(known).rejects.toThrow('/operator-settings.json cannot be read: it could not be fetched');
  });

  it('is not waited for once it is known, and its changes are taken in the background', async () => {
    deploy(json(FILE));
    await ensureDeployedClients(ORIGIN);
    let arrive: (response: Response) => void = () => undefined;
    deploy(() => new Promise<Response>((resolve) => (arrive = resolve)));
    await ensureDeployedClients(ORIGIN);
    expect((await ofPage(null)).base_addresses).toContain(HOSTED);
    arrive(Response.json({ baseAddresses: [] }));
    await eventually(async () => expect((await ofPage(null)).base_addresses).toEqual([]));
  });
});

describe('the configuration of pages', () => {
  it('holds for the page itself, and for workers, which do not say whose they are', async () => {
    await acceptPageClients('/one.html', { baseAddresses: [HOSTED] }, ORIGIN);
    await acceptPageClients('/two.html', { keyHeaders: ['x-two'] }, ORIGIN);
    expect((await ofPage('/one.html')).base_addresses).toEqual([HOSTED]);
    expect((await ofPage('/two.html')).base_addresses).toEqual([]);
    expect((await ofPage(null)).base_addresses).toEqual([]);
    expect(await ofPage(ANY_PAGE)).toEqual({ base_addresses: [HOSTED], key_headers: ['x-two'], models: {} });
  });

  it('is refused with the reason', async () => {
    const refused = acceptPageClients('/one.html', { baseAddresses: ['no address'] }, ORIGIN);
    await expect(refused).rejects.toThrow('window.earshotConfig is invalid: “no address” must be');
  });
});
