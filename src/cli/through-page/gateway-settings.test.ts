import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGatewaySettings } from './gateway-settings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'a-secret-of-mine';
function read(written: object, hosts: string[] = []) {
  const path = join(folder, 'gateway.json');
  writeFileSync(path, JSON.stringify(written));
  return readGatewaySettings(path, 'http://localhost:4180', hosts);
}

it('keeps secrets out of what is served, and keys as hashes alone', () => {
  const hash = createHash('sha256').update(SECRET).digest('hex');
  const { forPage } = read({
    keyHeaders: ['X-Other-Key'],
    keys: [
      { name: 'notes', secret: SECRET },
      { name: 'office', sha256: hash.toUpperCase() },
    ],
    webhooks: [{ name: 'n8n', url: 'https://n8n.example/hook', secret: 'signs' }],
    callbackSecret: 'calls',
  });
  expect(forPage.keys).toEqual([
    { name: 'notes', hash },
    { name: 'office', hash },
  ]);
  expect(forPage.operator).toEqual({
    baseAddresses: ['/v1'],
    keyHeaders: ['X-Other-Key'],
    models: {},
    preferOwnModels: false,
    privateAddresses: false,
    serverFetches: true,
  });
  expect(forPage.webhooks).toMatchObject([{ name: 'n8n', secret: 'signs', enabled: true }]);
  expect(JSON.stringify(forPage)).not.toContain(SECRET);
});

it('answers below the names that clients call, unless the settings have them', () => {
  const hosts = ['host.docker.internal:4180', 'speech.example:80'];
  const { bases } = read({ baseAddresses: ['/v1', 'http://speech.example'] }, hosts);
  expect(bases).toEqual([
    'http://localhost:4180/v1',
    'http://speech.example',
    'http://host.docker.internal:4180',
  ]);
});

it.each([
  [{ keys: [{ name: 'notes', secret: 'short' }] }, 'keys.0.secret must be 16 to 256 letters'],
  [{ keys: [{ name: 'notes' }] }, 'keys.0 must have either a secret or its sha256'],
  [
    {
      keys: [
        { name: 'a', secret: SECRET },
        { name: 'a', secret: SECRET },
      ],
    },
    'keys.1.name must be another',
  ],
  [{ webhooks: [{ name: 'n8n', url: 'ftp://n8n.example' }] }, 'webhooks.0.url must be an http or https URL'],
  [
    { webhooks: [{ name: 'n8n', url: 'http://10.0.0.1/' }] },
    'webhooks.0.url must not be an address of a private network',
  ],
  [
    { webhooks: [{ name: 'n8n', url: 'https://n8n.example', events: ['ended'] }] },
    'webhooks.0.events.0 must be one of',
  ],
  [{ baseAddresses: ['ftp://x'] }, '“ftp://x” must be an http or https address'],
  [{ kees: [] }, 'kees'],
])('names the file and the field of %j', (written, fault) => {
  expect(() => read(written)).toThrow(
    new RegExp(`^--settings: .*gateway\\.json: .*${fault.replace(/[.]/g, '\\.')}`),
  );
});
