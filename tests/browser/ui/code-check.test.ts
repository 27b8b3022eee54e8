import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  ASKS_FIRST,
  approvalOf,
  INTEGRITY_FILE,
  listCache,
  REFUSED_FILES,
  withoutWorker,
  writtenList,
} from '../../../src/contract/realms/integrity-list.ts';
import { toBase64 } from '../../../src/lib/bytes/base64.ts';
import { wordsOf } from '../../../src/lib/words-of.ts';
import { renderApp } from './render-app.ts';

const apply = vi.fn();
vi.mock('../../../src/ui/app/watch-code.ts', () => ({
  watchCode: async (app: { applyUpdate: (() => void) | null }) => {
    app.applyUpdate = apply;
  },
}));

const sha256 = async (text: string) =>
  toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
const row = async (path: string, content: string) => ({
  path,
  sha256: await sha256(content),
  size: content.length,
  entry: false,
});
const listOf = async (version: string, files: Record<string, string>) =>
  writtenList({
    version,
    files: await Promise.all(Object.entries(files).map(([path, content]) => row(path, content))),
  });

/** A service worker that names the hash of its list, which it keeps. */
async function workerWith(list: string, date: Date): Promise<{ hash: string; worker: unknown }> {
  const hash = await sha256(withoutWorker(list));
  const cache = await caches.open(listCache(hash));
  await cache.put(`/${INTEGRITY_FILE}`, new Response(list, { headers: { date: date.toUTCString() } }));
  const postMessage = (_: unknown, [port]: MessagePort[]) => port?.postMessage(hash);
  return { hash, worker: { postMessage } };
}

const OWN = { 'service-worker.js': 'own', 'index.html': 'page', 'former.js': 'former' };
const NEXT = { 'service-worker.js': 'next', 'index.html': 'another page', 'added.js': 'added' };
const clearCaches = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
const updated = vi.fn();
let own = '';
let next = '';
let nextHash = '';

beforeEach(async () => {
  await clearCaches();
  own = await listOf('0.2.0', OWN);
  next = await listOf('0.3.0', NEXT);
  const { worker: controller } = await workerWith(own, new Date('2026-11-29T12:00:00Z'));
  const { worker: waiting, hash } = await workerWith(next, new Date());
  nextHash = hash;
  const ready = Promise.resolve({ waiting, update: updated });
  const value = Object.assign(new EventTarget(), { controller, ready, startMessages: () => undefined });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
});
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await clearCaches();
  vi.clearAllMocks();
});

test('About shows the words of the list, compares what is kept, and names what was refused', async () => {
  const kept = await caches.open('runtime-files');
  await kept.put('/index.html', new Response('page'));
  await (await caches.open(REFUSED_FILES)).put(
    '/spy.js',
    new Response('', { headers: { date: new Date().toUTCString() } }),
  );
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  const about = screen.getByRole('dialog', { name: 'Settings' }).getByRole('region', { name: 'About' });
  await expect.element(about.getByText(wordsOf(await sha256(own)), { exact: true })).toBeVisible();
  await expect.element(about.getByText(/Nov 29/)).toBeVisible();
  await expect.element(about.getByRole('alert')).toHaveTextContent('spy.js');
  await about.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(about.getByRole('alert')).not.toBeInTheDocument();

  await about.getByRole('button', { name: 'Compare now' }).click();
  await expect.element(about.getByRole('status')).toHaveTextContent('1 file is as listed.');
  await kept.put('/former.js', new Response('changed'));
  await about.getByRole('button', { name: 'Compare now' }).click();
  await expect.element(about.getByRole('status')).toHaveTextContent('Not as listed: /former.js');

  await about.getByRole('checkbox', { name: 'Ask before a new version is installed' }).click();
  await expect.poll(() => caches.has(ASKS_FIRST)).toBe(true);
});

test('an update names its version, its words and its files, and is installed only with consent', async () => {
  await caches.open(ASKS_FIRST);
  const { screen } = await renderApp();
  const summary = screen.getByText(/^0\.3\.0/);
  await expect
    .element(summary)
    .toHaveTextContent(`0.3.0 (${wordsOf(await sha256(next))}): 2 files changed, 1 added, 1 removed.`);
  await summary.click();
  for (const path of ['index.html', 'added.js', 'former.js'])
    await expect.element(screen.getByRole('listitem').filter({ hasText: path })).toBeVisible();
  await page.viewport(390, 844);
  expect(summary.element().closest('.notice')?.clientWidth).toBeGreaterThan(300);
  await screen.getByRole('button', { name: 'Not now' }).click();
  await expect.element(summary).not.toBeInTheDocument();
  expect(apply).not.toHaveBeenCalled();

  screen.unmount();
  const again = (await renderApp()).screen;
  await again.getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => apply.mock.calls.length).toBe(1);
  expect(updated).toHaveBeenCalled();
  expect(await (await caches.open(ASKS_FIRST)).match(approvalOf(nextHash))).toBeDefined();
});
