import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { VIEWS } from '../visual/views.ts';
import { faults } from './axe-faults.ts';
import { InPageService, makeDone, makeJob, makeUtterances } from './in-page-service.ts';
import { button, useEmptyDatabase } from './open-editor.ts';
import { front } from './places.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

/** Shows the page to somebody who has set this in their system. */
async function prefer(...features: { name: string; value: string }[]): Promise<void> {
  const session = cdp() as unknown as { send: (method: string, given?: object) => Promise<unknown> };
  await session.send('Emulation.setEmulatedMedia', { features });
}

afterEach(async () => {
  delete document.documentElement.dataset.theme;
  await prefer();
  await page.viewport(1280, 800);
});

test('axe finds a fault that is there', async () => {
  await renderApp();
  const broken = document.querySelector('main')?.appendChild(document.createElement('select'));
  expect((await faults()).join()).toContain('select-name');
  broken?.remove();
});

const dialog = () => page.getByRole('dialog');

test('axe finds a fault in the dialog in front', async () => {
  await renderApp();
  await button('Settings').click();
  await expect.element(dialog()).toBeVisible();
  expect(front()).toBe(dialog().element());
  front().appendChild(document.createElement('select'));
  expect((await faults(front)).join()).toContain('select-name');
});

test('nothing moves for who asks for that', async () => {
  const moving = () =>
    document.getAnimations().length +
    [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration !== '0s')
      .length;
  await VIEWS.library?.();
  expect(moving()).toBeGreaterThan(0);
  await prefer({ name: 'prefers-reduced-motion', value: 'reduce' });
  expect(moving()).toBe(0);
});

test('where colours are forced, what is open and how far a job is can be seen', async () => {
  await prefer({ name: 'forced-colors', value: 'active' });
  const { service } = await renderApp({ service: someJobs() });
  location.hash = `#/jobs/${service.jobs[1]?.id}`;
  const open = page.getByRole('link', { name: /^lecture/ });
  await expect.element(open).toHaveAttribute('aria-current', 'page');
  expect(getComputedStyle(open.element().closest('[data-row]') ?? document.body).outlineStyle).toBe('solid');
  const [bar] = document.getElementsByTagName('progress');
  expect(bar && getComputedStyle(bar).borderTopStyle).toBe('solid');
});

test('a screen reader finds the parts of the page by name, and hears what has ended', async () => {
  const { service } = await renderApp({ service: someJobs() });
  for (const [role, name] of [
    ['region', 'New recording'],
    ['region', 'Recordings'],
    ['searchbox', 'Search recordings'],
    ['progressbar', 'Transcribing interview.mp3'],
    ['button', 'More ways to add'],
  ] as const)
    await expect.element(page.getByRole(role, { name, exact: true })).toBeVisible();
  expect(page.getByRole('link', { name: /^(interview|lecture)/ }).elements()).toHaveLength(2);
  const [running] = service.jobs;
  const { status, result } = makeDone(makeUtterances(10));
  service.change(running?.id ?? '', { status, result });
  await expect
    .poll(() => document.querySelector('p[aria-live="polite"]')?.textContent)
    .toBe('interview.mp3: the transcript is ready.');
});

/** A recording in work, and one that is done. */
function someJobs(): InPageService {
  const service = new InPageService();
  const session = { waiting: null, progress: 0.4, seconds_left: 90 };
  service.jobs = [
    makeJob({ status: 'processing', post_session_metadata: session }),
    makeDone(makeUtterances(20)),
  ];
  return service;
}

test.each(Object.entries(VIEWS))('the view %s has no fault that axe finds', async (_, show) => {
  await show();
  expect(await faults()).toEqual([]);
});
