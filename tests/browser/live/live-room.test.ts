import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { msg } from '../../../src/lib/errors/msg.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels } from '../ui/in-page-service.ts';
import { useEmptyDatabase } from '../ui/open-editor.ts';
import { renderApp } from '../ui/render-app.ts';
import { plugIn, Session, silence } from './live-view.ts';

const other = vi.hoisted(() => ({ session: null as { open: (...given: never[]) => unknown } | null }));
vi.mock('../../../src/client/live/open-live.ts', () => ({
  openLive: (...given: never[]) => other.session?.open(...given),
}));

useEmptyDatabase();

let session: Session;
beforeEach(() => {
  session = new Session();
  other.session = session as never;
  plugIn();
});
afterEach(async () => {
  await page.viewport(1280, 800);
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'documentPictureInPicture');
  await silence();
});

const named = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function start() {
  await renderApp({ hash: '#/live' });
  await named('Start').click();
  await expect.poll(() => session.bytes).toBeGreaterThan(3200);
}

/** More than any box has room for. */
function sayMuch() {
  for (let at = 0; at < 12; at++) session.say(`line ${at}`, `this is line number ${at}`, { from: at * 6 });
}

/** Whether nothing covers its middle, once the page is scrolled to it. */
function isFree(element: Element): boolean {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && element.contains(hit);
}

/** The narrowest first, and by day it alone. */
const SIZES = [
  [360, 740],
  [1280, 800],
  [740, 360],
].slice(0, inject('isThorough') ? undefined : 1) as [number, number][];

test.each(SIZES)(
  'captions with the largest letters leave the controls free at %i × %i',
  async (width, height) => {
    await page.viewport(width, height);
    await start();
    sayMuch();
    await named('Captions').click();
    await page.getByLabelText('Lines').fill('12');
    await page.getByLabelText('Text size').fill('120');
    const log = page.getByRole('log').element();
    await expect.poll(() => getComputedStyle(log).fontSize).toBe('120px');
    const controls = document.querySelectorAll('.live button, .live select, .live input, .live a[target]');
    for (const control of controls) expect(isFree(control), control.outerHTML).toBe(true);
    const box = log.getBoundingClientRect();
    expect(box.height).toBeGreaterThan(120);
    expect(log.lastElementChild?.getBoundingClientRect().bottom).toBeCloseTo(box.bottom, 0);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);

test('a floating window shows the newest rows', { tags: THOROUGH_TAG }, async () => {
  const frame = document.createElement('iframe');
  Object.assign(frame.style, { width: '640px', height: '220px', border: '0' });
  // As such windows are: an empty frame would be in quirks mode, in which its body fills it anyway.
  frame.srcdoc = '<!doctype html>';
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const requestWindow = async () => frame.contentWindow;
  Object.defineProperty(globalThis, 'documentPictureInPicture', {
    value: { requestWindow },
    configurable: true,
  });
  await start();
  sayMuch();
  await named('Floating window').click();
  const inside = frame.contentDocument;
  await expect.poll(() => inside?.querySelector('[role=log]')?.childElementCount).toBe(12);
  const newest = () => inside?.querySelector('[role=log]')?.lastElementChild?.getBoundingClientRect();
  await expect.poll(() => newest()?.bottom).toBeLessThanOrEqual(220);
  expect(newest()?.bottom).toBeGreaterThan(180);
  session.say('line 12', 'and one more', { from: 80 });
  await expect.poll(() => inside?.body.textContent).toContain('and one more');
  expect(newest()?.bottom).toBeLessThanOrEqual(220);
  expect(inside?.documentElement.scrollHeight).toBe(220);
  frame.remove();
});

test.each(SIZES.slice(0, 2))(
  'many marks scroll by themselves beside the buttons at %i × %i',
  async (width, height) => {
    await page.viewport(width, height);
    await start();
    for (let at = 0; at < 26; at++) await userEvent.keyboard('{Alt>}b{/Alt}');
    await named('Marks (26)').click();
    for (const name of ['Stop', 'Pause', 'Mark', 'Marks (26)'])
      await expect.element(named(name)).toBeInViewport({ ratio: 0.99 });
    const notes = page.getByLabelText(/^Note for the mark/);
    await expect.element(notes.last()).toBeInViewport({ ratio: 0.99 });
    await named('Mark').click();
    await expect.element(notes.nth(26)).toBeInViewport({ ratio: 0.99 });
    await expect.element(named('Stop')).toBeInViewport({ ratio: 0.99 });
  },
);

test('the buttons of a session with marks stand in one row on a narrow screen', async () => {
  await page.viewport(360, 740);
  await start();
  await named('Mark').click();
  await expect.element(named('Marks (1)')).toBeVisible();
  const tops = [...document.querySelectorAll('.actions .button')].map(
    (one) => one.getBoundingClientRect().top,
  );
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
});

test('a moment is marked while it is paused, too', async () => {
  await start();
  await named('Pause').click();
  await expect.element(named('Resume')).toBeVisible();
  await userEvent.keyboard('{Alt>}b{/Alt}');
  await expect.element(named('Marks (1)')).toBeVisible();
});

test('a mark that was set by mistake is removed, without the others and their notes', {
  tags: THOROUGH_TAG,
}, async () => {
  await start();
  for (let at = 0; at < 3; at++) {
    await named('Mark').click();
    await expect.element(named(`Marks (${at + 1})`)).toBeVisible();
  }
  await named('Marks (3)').click();
  const notes = page.getByLabelText(/^Note for the mark/);
  const removals = page.getByRole('button', { name: /^Remove the mark at/ });
  await notes.nth(0).fill('budget');
  await notes.nth(2).fill('deadline');
  await removals.nth(1).click();
  await expect.element(notes.nth(1)).toHaveValue('deadline');
  await expect.element(notes.nth(0)).toHaveFocus();
  await named('Mark').click();
  await expect.element(notes.nth(2)).toHaveValue('');
  await expect.element(notes.nth(0)).toHaveValue('budget');
  for (let left = 3; left > 0; left--) await removals.nth(0).click();
  await expect.element(page.getByRole('list', { name: 'Marks' })).not.toBeInTheDocument();
  await expect.element(named('Stop')).toHaveFocus();
});

test('nothing is copied or found while there is no text, which is said', async () => {
  await start();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await named('Copy').click();
  await expect.element(page.getByText('There is no text to copy yet.')).toBeVisible();
  expect(copied).not.toHaveBeenCalled();
  await page.getByLabelText('Search the text').fill('budget');
  await expect.element(page.getByText('No matches')).toBeVisible();
});

test('without a speech model, it is said and one is offered before Start, which the download does not press', async () => {
  const models = new InPageModels();
  models.models = [
    InPageModels.model({ id: 'tiny', title: 'Tiny', offeredFirst: false }),
    InPageModels.model({ id: 'base', title: 'Base', offeredFirst: true }),
    InPageModels.model({ id: 'huge', title: 'Huge', unusable: msg`It needs a GPU.`, offeredFirst: true }),
  ];
  await renderApp({ hash: '#/live', models });
  await expect.element(page.getByText('Live needs a speech model.')).toBeVisible();
  await named(/^Download Base/).click();
  await expect.element(page.getByRole('progressbar', { name: /Base/ })).toBeVisible();
  await expect.element(named('Start')).toBeVisible();
  expect(session.request).toBeNull();
  models.models = models.models.map((model) =>
    model.id === 'base' ? { ...model, state: 'downloaded' } : model,
  );
  models.finish?.();
  await expect.element(page.getByText('Live needs a speech model.')).not.toBeInTheDocument();
});

test('of two sessions the captions page shows the later one, then the other, then it waits again', async () => {
  const tabs = new BroadcastChannel('earshot');
  const say = (realm: string, text: string | null) =>
    tabs.postMessage({
      type: 'live-text',
      realm,
      lines: text
        ? [{ id: 'a', name: null, language: 'en', settled: text, unsettled: '', translation: null }]
        : [],
    });
  await renderApp({ hash: '#/captions' });
  const log = page.getByRole('log');
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  say('one', 'first tab');
  await expect.element(log).toHaveTextContent('first tab');
  say('two', 'second tab');
  await expect.element(log).toHaveTextContent('second tab');
  say('one', 'first tab goes on');
  say('two', 'second tab goes on');
  await expect.element(log).toHaveTextContent('second tab goes on');
  say('two', null);
  await expect.element(log).toHaveTextContent('first tab goes on');
  say('one', null);
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  tabs.close();
});

test('a session whose tab crashes leaves the captions page', async () => {
  const tabs = new BroadcastChannel('earshot');
  const crash = Promise.withResolvers<void>();
  void navigator.locks.request('earshot-shown-text-gone', () => crash.promise);
  await renderApp({ hash: '#/captions' });
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  tabs.postMessage({
    type: 'live-text',
    realm: 'gone',
    lines: [{ id: 'a', name: null, language: 'en', settled: 'last words', unsettled: '', translation: null }],
  });
  await expect.element(page.getByRole('log')).toHaveTextContent('last words');
  crash.resolve();
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  tabs.close();
});
