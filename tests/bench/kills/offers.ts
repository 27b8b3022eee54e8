import type { KillBench } from './kill-bench.ts';

/** How long the page may take to offer what it found. */
const OFFERS_WITHIN_MS = 1_500;

/** Seconds of each interrupted recording that the page offers. */
export async function interruptedSeconds(bench: KillBench): Promise<number[]> {
  const page = await bench.page();
  const offers = page.getByRole('listitem').filter({ hasText: /interrupted/i });
  await offers
    .first()
    .waitFor({ timeout: OFFERS_WITHIN_MS })
    .catch(() => undefined);
  const texts = await offers.allInnerTexts();
  return texts.map((text) => {
    const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d)/.exec(text) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  });
}

/** Names of the recordings that the page asks about, since another app shared them. */
export async function offeredShares(bench: KillBench): Promise<string[]> {
  const page = await bench.page();
  const question = page.getByRole('dialog').filter({ hasText: /shared/i });
  await question.waitFor({ timeout: OFFERS_WITHIN_MS }).catch(() => undefined);
  if ((await question.count()) === 0) return [];
  return (await question.innerText()).match(/shared-\w+-\d\.wav/g) ?? [];
}

/** Takes what was shared, where the page asks. */
export async function answerShare(bench: KillBench): Promise<void> {
  const page = await bench.page();
  const take = page.getByRole('dialog').getByRole('button', { name: /Add|Transcribe/ });
  await take.click({ timeout: OFFERS_WITHIN_MS }).catch(() => undefined);
}
