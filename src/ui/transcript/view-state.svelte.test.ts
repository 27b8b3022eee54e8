import { beforeEach, expect, it } from 'vitest';
import { ViewState } from './view-state.svelte.ts';

beforeEach(() => localStorage.clear());

it('closes the panel until it is asked for, and when the page becomes narrow; it is as it was left when it is wide again', () => {
  const view = new ViewState();
  view.fit(true);
  expect(view.panel).toBe(false);
  localStorage.setItem('earshot-panel', JSON.stringify({ open: true, tab: 'notes' }));
  view.fit(true);
  expect(view.panel).toBe(true);
  view.fit(false);
  expect(view.panel).toBe(false);
  localStorage.setItem('earshot-panel', JSON.stringify({ open: false, tab: 'notes' }));
  view.fit(true);
  expect(view.panel).toBe(false);
});
