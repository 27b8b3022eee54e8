import { expect, it, vi } from 'vitest';
import type { LanguageFinder } from './language-finder.ts';
import { LazyLanguageFinder } from './lazy-language-finder.ts';

const WINDOW = { index: 0, channel: 0, pcm: new Float32Array(16_000), pieces: [] };
const SPOKEN = { language: 'de', confidence: 0.9, by: 'whisper-base' };

/** Counts how often it was loaded and released. */
function counted(find: LanguageFinder['findLanguage'] = async () => SPOKEN) {
  const counts = { loaded: 0, released: 0 };
  const lazy = new LazyLanguageFinder(async () => {
    counts.loaded += 1;
    return {
      findLanguage: find,
      release: async () => {
        counts.released += 1;
      },
    };
  });
  return { lazy, counts };
}

const ask = (finder: LanguageFinder, signal = new AbortController().signal) =>
  finder.findLanguage(WINDOW, [], signal);

it('loads when it is first asked, and again after a release', async () => {
  const { lazy, counts } = counted();
  await lazy.release();
  expect(counts).toEqual({ loaded: 0, released: 0 });
  expect(await ask(lazy)).toEqual(SPOKEN);
  expect(await ask(lazy)).toEqual(SPOKEN);
  expect(counts).toEqual({ loaded: 1, released: 0 });
  await lazy.release();
  await lazy.release();
  expect(counts).toEqual({ loaded: 1, released: 1 });
  expect(await ask(lazy)).toEqual(SPOKEN);
  expect(counts).toEqual({ loaded: 2, released: 1 });
});

it('goes without, with a warning, if nothing can be loaded or it fails', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  let loads = 0;
  const missing = new LazyLanguageFinder(async () => {
    loads += 1;
    throw new Error('out of memory');
  });
  expect(await ask(missing)).toBeNull();
  expect(await ask(missing)).toBeNull();
  expect(loads).toBe(1);
  expect(warn).toHaveBeenCalledExactlyOnceWith('The language could not be found: Error: out of memory');

  const { lazy, counts } = counted(() => Promise.reject(new Error('a broken graph')));
  expect(await ask(lazy)).toBeNull();
  expect(counts).toEqual({ loaded: 1, released: 1 });
  warn.mockRestore();
});

it('tells an abort from a failure', async () => {
  const controller = new AbortController();
  const { lazy } = counted(async () => {
    controller.abort();
    throw new Error('stopped');
  });
  await expect(ask(lazy, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

it('has nobody to ask where nothing is installed', async () => {
  expect(await ask(new LazyLanguageFinder(async () => null))).toBeNull();
});
