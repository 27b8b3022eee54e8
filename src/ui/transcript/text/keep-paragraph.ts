import { tick } from 'svelte';

const list = () => document.querySelector('ol[aria-label="Transcript"]');

/** Frames in which blocks get their heights and the other view is loaded. */
const PATIENCE = 120;

/**
 * Keeps the first paragraph in view where it is while reading turns into editing or back: both show the same paragraphs.
 *
 * @param turn resolves when the other view is shown, or begins to load
 */
export async function keepParagraph(turn: () => Promise<unknown>): Promise<void> {
  const isAtTop = scrollY === 0;
  const before = list();
  const rows = [...(before?.children ?? [])];
  // Its own top is below the bar, unless it is longer than the page.
  const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > 64);
  const top = rows[index]?.getBoundingClientRect().top ?? 0;
  await turn();
  await tick();
  if (index < 0 || isAtTop) return;
  let still = 0;
  for (let frame = 0; frame < PATIENCE && still < 3; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const after = list();
    const row = after !== before && after?.children[index];
    if (!row) continue;
    const by = row.getBoundingClientRect().top - top;
    still = Math.abs(by) < 1 ? still + 1 : 0;
    if (still === 0) scrollBy({ top: by, behavior: 'instant' });
  }
}
