import type { Locator } from 'playwright';
import type { KillBench } from './kill-bench.ts';

/** How long the page may take to offer what is stored, on a busy machine. */
const OFFERS_WITHIN_MS = 15_000;

/** The offers, once the page shows as many as wait; of shared files it shows one for all. */
async function appeared(
  bench: KillBench,
  kind: 'recorded' | 'shared',
  offers: Locator,
  items = offers,
): Promise<Locator> {
  const page = await bench.page();
  const areAllShown = async () =>
    (await items.count()) === (await page.evaluate((given) => inPage.waitingArrivals(given), kind));
  // What is not shown is judged as lost.
  await bench.until('every offer', areAllShown, OFFERS_WITHIN_MS).catch(() => undefined);
  return offers;
}

const interrupted = async (bench: KillBench) =>
  (await bench.page()).getByRole('region').filter({ hasText: 'This recording was interrupted' });

/** Seconds of each interrupted recording that the page offers, rounded down. */
export async function interruptedSeconds(bench: KillBench): Promise<number[]> {
  const texts = await (await appeared(bench, 'recorded', await interrupted(bench))).allInnerTexts();
  return texts.map((text) => {
    const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d),/.exec(text) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  });
}

/** Takes what was interrupted. */
export async function transcribeInterrupted(bench: KillBench): Promise<void> {
  await (await interrupted(bench)).first().getByRole('button', { name: 'Transcribe' }).click();
}

const shared = async (bench: KillBench) =>
  (await bench.page()).getByRole('region', { name: /shared with Earshot/ });

async function appearedShares(bench: KillBench): Promise<Locator> {
  const offers = await shared(bench);
  return appeared(bench, 'shared', offers, offers.getByRole('listitem'));
}

/** Names of the recordings that the page asks about, since another app shared them. */
export async function offeredShares(bench: KillBench): Promise<string[]> {
  const offers = await appearedShares(bench);
  return offers.getByRole('listitem').locator('bdi').allInnerTexts();
}

/** Takes what was shared, where the page asks. */
export async function takeShares(bench: KillBench): Promise<void> {
  const offers = await appearedShares(bench);
  if ((await offers.count()) > 0) await offers.getByRole('button', { name: 'Transcribe' }).click();
}
