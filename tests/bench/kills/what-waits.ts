import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';

/** A page that has no end may not answer either. */
const LIMIT_MS = 3_000;

/** What the open pages show, and which locks are waited for, of a round that came to no end. */
export async function whatWaits(context: BrowserContext): Promise<string> {
  const answers = context.pages().map(async (page) => {
    const silent = sleep(LIMIT_MS, 'it does not answer', { ref: false });
    return `${page.url()}: ${await Promise.race([shownBy(page).catch(String), silent])}`;
  });
  return (await Promise.all(answers)).join('; ') || 'no page is open';
}

const shownBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const text = document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 300);
    const names = (locks: LockInfo[]) => locks.map(({ name }) => name).join(' ') || 'none';
    return `locks held: ${names(held)}, waited for: ${names(pending)}; it shows "${text}"`;
  });
