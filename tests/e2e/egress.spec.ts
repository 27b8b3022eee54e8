import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { FakeHub } from '../browser/models/fake-hub.ts';
import type { HubScenarioState } from '../browser/models/hub-scenario.ts';
import { Receiver } from '../fakes/receiver.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { create, finished, openApp, transcribe } from './page-service.ts';
import { testInProfile as inProfile, test } from './test.ts';

const FILES = {
  'config.json': 2000,
  'generation_config.json': 3000,
  'source.spm': 40_000,
  'target.spm': 40_000,
  'tokenizer.json': 50_000,
  'tokenizer_config.json': 500,
  'special_tokens_map.json': 300,
  'vocab.json': 50_000,
  'onnx/encoder_model_quantized.onnx': 300_000,
  'onnx/decoder_model_merged_quantized.onnx': 300_000,
};

let hub: FakeHub;
let state: HubScenarioState;
/** Another site, with a recording that others may read. */
const media = createServer((_, response) => {
  response.setHeader('access-control-allow-origin', '*');
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(readFileSync(clip('en_yes.wav').path));
});
const receiver = new Receiver();
test.beforeAll(async () => {
  await receiver.start();
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  hub = new FakeHub();
  const address = await hub.start();
  const body = JSON.stringify({ files: FILES, describes: true, redirects: true });
  state = await (await fetch(`${address}/scenarios`, { method: 'POST', body })).json();
});
test.afterAll(async () => {
  await Promise.all([hub.stop(), receiver.stop()]);
  media.close();
});

test('the ledger has every request that the browser sent elsewhere, and "No network" lets none pass', {
  tag: THOROUGH,
}, async ({ page, context }) => {
  const sent: string[] = [];
  // Those of the service worker, too.
  context.on('request', (request) => {
    const { origin, host, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(APP_WITH_MODELS).origin) sent.push(host);
  });
  await openApp(page);

  // A recording at an address, and a callback about it.
  const audio_url = `http://127.0.0.1:${(media.address() as AddressInfo).port}/talk.wav`;
  const told = { callback: true, callback_config: { url: receiver.address('/told') } };
  const job = await finished(page, await create(page, { audio_url, ...told }));
  expect(job.status).toBe('done');
  await expect.poll(() => receiver.received.length).toBe(1);

  // A model from a mirror, which redirects large files to another host.
  await page.getByRole('button', { name: 'Models' }).click();
  const models = page.getByRole('dialog', { name: 'Models' });
  await models.getByText('All models, and your own').click();
  await models.getByText('Model source').click();
  await models.getByLabel(/Mirror URL/).fill(state.base);
  await models.getByRole('button', { name: 'Save' }).click();
  await models.getByRole('button', { name: /^Download Opus MT en → it/ }).click();
  await expect(models.getByRole('button', { name: /^Delete Opus MT en → it/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const hosts = settings.locator('tbody tr td:nth-child(2)');
  await expect(hosts.first()).toBeVisible();
  const ledger = (await hosts.allTextContents()).flatMap((text) => text.split(' → '));
  expect(sent.length).toBeGreaterThan(5);
  expect(ledger.toSorted()).toEqual(sent.toSorted());
  expect(ledger).toEqual(
    expect.arrayContaining([audio_url, receiver.address('/told')].map((address) => new URL(address).host)),
  );

  await settings.getByRole('checkbox', { name: /^No network/ }).check();
  await page.keyboard.press('Escape');
  const before = sent.length;
  await page.getByRole('button', { name: 'Models' }).click();
  await models.getByText('All models, and your own').click();
  await models.getByRole('button', { name: /^Download Opus MT en → de/ }).click();
  await expect(models.getByText(/the network is switched off in the settings/)).toBeVisible();
  await page.keyboard.press('Escape');
  const refused = await finished(page, await create(page, { audio_url, ...told }));
  expect(JSON.stringify(refused.post_session_metadata)).toContain('the network is switched off');
  expect(sent.length).toBe(before);
});

inProfile('no request goes to another host during a job', async ({ page, context }) => {
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  await openApp(page);
  await transcribe(page, clip('en_hello.wav').path);
  expect([...hosts]).toEqual([new URL(APP_WITH_MODELS).host]);
});
