import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { VIEWS } from '../visual/views.ts';
import { faults } from './axe-faults.ts';
import { button, useEmptyDatabase } from './open-editor.ts';
import { front } from './places.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

afterEach(async () => {
  delete document.documentElement.dataset.theme;
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

test.each(Object.entries(VIEWS))('the view %s has no fault that axe finds', async (_, show) => {
  await show();
  expect(await faults()).toEqual([]);
});
