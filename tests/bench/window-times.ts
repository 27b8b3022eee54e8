import type { Page } from 'playwright';

/** When the windows of the jobs to come were recognised, as the app's realms report to each other: milliseconds, in order, once asked. */
export async function watchWindows(page: Page): Promise<() => Promise<number[]>> {
  const times = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new BroadcastChannel('earshot').addEventListener('message', ({ data }) => {
      if (data.type === 'job-window') seen.push(performance.now());
    });
    return seen;
  });
  return () => times.jsonValue();
}
