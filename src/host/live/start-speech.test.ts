import 'fake-indexeddb/auto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { liveRequest } from '../../contract/live/live-request.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { catalogue } from '../../models/manifest/catalogue.ts';
import type { ServedIndex } from '../../models/store/served-models.ts';
import { database } from '../../storage/database/database.ts';
import { modelFileRecord } from '../../storage/database/records.ts';
import { updateSettings } from '../../storage/settings/settings-store.ts';
import { chooseLiveModel, missingOf } from './start-speech.ts';

const SMALL = 'zipformer-gigaspeech-3.3m';
const BASE = 'whisper-base-q8';

/** What the app's address has: the small model as it is, Whisper base in parts, which a browser stores first. */
const index: ServedIndex = {
  models: catalogue
    .filter(({ id }) => id === SMALL || id === BASE)
    .map(({ id, folder, files }) => ({
      id,
      folder,
      given: false,
      files: files.map(({ path, bytes }) => ({
        path,
        bytes: bytes ?? 1,
        ...(id === BASE && path.endsWith('.onnx') && { parts: 2 }),
      })),
    })),
};

let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === '/models/index.json' ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(index));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

beforeEach(async () => {
  await emptyDatabase();
  // A page has an address, and here no network beyond it: Whisper base does not come.
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`));
});
afterEach(() => void vi.unstubAllGlobals());

const choose = (languages: string[]) =>
  chooseLiveModel({
    params: liveRequest.parse({ language_config: { languages } }),
    automatic: true,
    own_model: null,
    allow_draft: true,
  });

const speaks = (...spoken: ('en' | 'de')[]) => updateSettings(() => ({ spoken_languages: spoken }));
const modelOf = async (languages: string[] = []) => {
  const { choice } = await choose(languages);
  return choice.installed ? choice.model.id : null;
};

it('is by the small English model where English is chosen, or is all that the person speaks', async () => {
  expect(await modelOf(['en'])).toBe(SMALL);
  await speaks('en');
  expect(await modelOf()).toBe(SMALL);
});

it('waits for Whisper base where other languages may be spoken', async () => {
  expect(await choose([])).toMatchObject({
    choice: { installed: false, offer: { modelId: BASE } },
    isDrafted: true,
  });
  await speaks('en', 'de');
  expect(await modelOf()).toBeNull();
  await speaks('en');
  expect(await modelOf(['de'])).toBeNull();
});

it('says how much of the model has come', async () => {
  const { choice } = await choose([]);
  if (choice.installed) throw new Error('It is installed.');
  expect(inEnglish(await missingOf(choice))).toMatch(/is fetched first \(\d+ MB\)\.$/);
  const record = { model_id: BASE, path: 'onnx/part', size: null, received: choice.offer.bytes / 4 };
  const rest = { chunks: 1, sha256: null, etag: null, revision: null, complete: false };
  await (await database()).put('model-files', modelFileRecord.parse({ ...record, ...rest }));
  expect(inEnglish(await missingOf(choice))).toMatch(/25% of it is here\.$/);
});
