import axe from 'axe-core';
import { inject } from 'vitest';
import { page } from 'vitest/browser';

const LOOKS = [
  ['dark', 390],
  ['light', 1280],
] as const;

/** Each scheme with each width. */
const ALL_LOOKS = [...LOOKS, ['light', 390], ['dark', 1280]] as const;

const looks = (isPart: boolean) => (inject('isThorough') ? ALL_LOOKS : isPart ? LOOKS.slice(-1) : LOOKS);

/**
 * What axe finds in the page as it is, narrow and dark, wide and light; every night, in both schemes at both widths.
 * @param within a part of a page whose rest has no fault without it: most of the work of axe is the number of elements. It has the
 * colours and parts of the views, and is seen wide and light alone but every night.
 */
export async function faults(within?: () => Element): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, width] of looks(within !== undefined)) {
    await page.viewport(width, 800);
    document.documentElement.dataset.theme = theme;
    // What fades in has its colours afterwards.
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    const { violations } = await axe.run(within?.() ?? document.body, {
      // A page of tests has neither a title nor a language of its own.
      rules: {
        'document-title': { enabled: false },
        'html-has-lang': { enabled: false },
        bypass: { enabled: false },
      },
    });
    for (const { id, nodes } of violations)
      found.push(`${theme}, ${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
  return found;
}
