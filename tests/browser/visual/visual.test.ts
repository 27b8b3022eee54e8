import '@fontsource/atkinson-hyperlegible/latin-400.css';
import '@fontsource/atkinson-hyperlegible/latin-700.css';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { type Layout, layoutFaults, overflowFaults, readLayout, writeLayout } from './read-layout.ts';
import { differingShare, shrink } from './small-picture.ts';
import { VIEWS } from './views.ts';

// No higher than the window that the tests run in: what is larger would be drawn smaller.
const SIZES = { desktop: [1280, 720], phone: [390, 720] } as const;
const THEMES = ['light', 'dark'] as const;
const FOLDER = 'tests/browser/visual/pictures';

/** Share of the pixels of the small picture that may differ from the stored one. */
const TOLERANCE = 0.02;

/** The same letters on every machine, and nothing that moves. */
const STEADY = `
  :root { --font-text: "Atkinson Hyperlegible"; --font-read: "Atkinson Hyperlegible"; --font-code: "Atkinson Hyperlegible"; }
  *, ::before, ::after { transition: none !important; animation: none !important; caret-color: transparent !important; }
  html { scrollbar-width: none; }
`;

const update = inject('updatePictures');

function addStyle(css: string): HTMLStyleElement {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = css;
  return style;
}

async function show(name: string, size: keyof typeof SIZES): Promise<void> {
  const [width, height] = SIZES[size];
  await page.viewport(width, height);
  await VIEWS[name]?.();
  scrollTo(0, 0);
}

/** Shows what is there in a theme, and waits until it is still. */
async function inTheme(theme: (typeof THEMES)[number]): Promise<void> {
  document.documentElement.dataset.theme = theme;
  await document.fonts.ready;
  let before = '';
  for (let now = JSON.stringify(readLayout()); now !== before; now = JSON.stringify(readLayout())) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const picture = async () => shrink(await page.screenshot({ base64: true, save: false }), innerHeight);

/** Other test files of this browser leave keys, sites and webhooks, which the settings would list. */
function emptyStorage(): Promise<void> {
  localStorage.clear();
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('earshot');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
    deleting.onblocked = () => reject(new Error('Another test still has the database open.'));
  });
}

/** How full a disk is, what the browser promised and which files are cached differ between machines and with what ran before. */
function fixStorageReport(): void {
  vi.spyOn(caches, 'keys').mockResolvedValue([]);
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 25_000_000, quota: 60_000_000_000 });
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
}

beforeAll(async () => {
  await emptyStorage();
  fixStorageReport();
  addStyle(STEADY);
  await Promise.all(
    ['400', '700'].map((weight) => document.fonts.load(`${weight} 16px "Atkinson Hyperlegible"`)),
  );
});

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

describe.each(Object.keys(VIEWS))('the view %s', (name) => {
  // Every night on a phone as well; by day `narrow.test.ts` looks at each view in 320 pixels.
  const sizes = update || inject('isThorough') ? (['desktop', 'phone'] as const) : (['desktop'] as const);
  test.each(sizes)('looks on a %s, light and dark, as its stored pictures', async (size) => {
    await show(name, size);
    for (const theme of THEMES) {
      await inTheme(theme);
      expect(overflowFaults(), theme).toEqual([]);
      const [picturePath, layoutPath] = [
        `${FOLDER}/${name}-${size}-${theme}.png`,
        `${FOLDER}/${name}-${size}.json`,
      ];
      const [shown, layout] = [await picture(), readLayout()];
      if (update) {
        await commands.writeFile(picturePath, shown, 'base64');
        await commands.writeFile(layoutPath, writeLayout(layout));
        continue;
      }
      const expected: Layout = JSON.parse(await commands.readFile(layoutPath));
      expect(layoutFaults(expected, layout), theme).toEqual([]);
      const stored = await commands.readFile(picturePath, 'base64');
      expect(await differingShare(stored, shown), theme).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});

describe('a broken style', () => {
  test.each([
    ['a layout that is gone', 'main { display: block !important; }'],
    ['a column that is too wide', '.side { width: 150vw; }'],
    ['a list that is gone', 'ul.rows { display: none !important; }'],
  ])('is found: %s', async (_, css) => {
    await show('library', 'desktop');
    await inTheme('light');
    const layout = readLayout();
    const style = addStyle(css);
    expect([...layoutFaults(layout, readLayout()), ...overflowFaults()]).not.toEqual([]);
    style.remove();
  });

  test.each([
    ['text in the colour of its ground', 'body * { color: var(--paper) !important; }'],
    ['surfaces without their colour', '.job { background: var(--accent) !important; }'],
    ['the wrong theme', ':root { color-scheme: dark !important; }'],
  ])('is seen: %s', async (_, css) => {
    await show('library', 'desktop');
    await inTheme('light');
    const stored = await picture();
    const style = addStyle(css);
    expect(await differingShare(stored, await picture())).toBeGreaterThan(TOLERANCE);
    style.remove();
  });
});
