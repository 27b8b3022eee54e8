import axe from 'axe-core';
import { page } from 'vitest/browser';

/** What axe finds on the page, dark and narrow, and light and wide. */
export async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, width] of [
    ['dark', 390],
    ['light', 1280],
  ] as const) {
    await page.viewport(width, 800);
    document.documentElement.dataset.theme = theme;
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    const { violations } = await axe.run(document.body, {
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
