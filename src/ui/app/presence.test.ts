import { expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../../../tests/fakes/local-storage.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import type { JobSummary } from '../../client/jobs/job-summary.ts';
import { Presence, titleOf } from './presence.svelte.ts';

it('tells progress and the end in the title', () => {
  const job = { status: 'processing', progress: 0.427, name: 'a.mp3' } as const;
  expect(titleOf([job], 0)).toBe('42% · a.mp3 · Earshot');
  expect(titleOf([{ ...job, status: 'done' }], 2)).toBe('✓ 2 ready · Earshot');
  expect(titleOf([{ ...job, status: 'queued' }], 0)).toBe('Earshot');
});

it('counts in the badge what is open, then what has ended unseen, and keeps the screen on where asked', async () => {
  const badge = { set: vi.fn(async () => undefined), clear: vi.fn(async () => undefined) };
  const lock = { released: false, release: vi.fn(async () => undefined) };
  const request = vi.fn(async () => lock);
  const page = { title: '', visibilityState: 'visible' };
  // Without the compiler, state is a plain value.
  vi.stubGlobal('$state', (value: unknown) => value);
  stubLocalStorage();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {
    setAppBadge: badge.set,
    clearAppBadge: badge.clear,
    wakeLock: { request },
  });
  try {
    const presence = new Presence();
    const job = (status: string, paused = false) =>
      ({ status, paused, progress: 0.5, name: 'a.mp3' }) as JobSummary;
    presence.show([job('processing'), job('queued'), job('queued', true), job('done')]);
    expect(badge.set).toHaveBeenLastCalledWith(2);
    expect(request).not.toHaveBeenCalled();

    presence.setKeepAwake(true);
    presence.show([job('processing')]);
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    await eventually(() => expect(badge.set).toHaveBeenLastCalledWith(1));

    page.visibilityState = 'hidden';
    presence.note();
    presence.show([job('done')]);
    expect(badge.set).toHaveBeenLastCalledWith(1);
    expect(page.title).toBe('✓ 1 ready · Earshot');
    expect(lock.release).toHaveBeenCalled();
    presence.show([]);
  } finally {
    vi.unstubAllGlobals();
  }
});
