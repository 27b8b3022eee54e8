import type { Page } from 'playwright';
import type { Action, Attempt, Ended, Findings } from '../action.ts';
import { between, type Random } from '../dice.ts';
import type { KillBench } from '../kill-bench.ts';
import { GRACE_MS, openForTyping, shownText, Typist } from './typing.ts';

/** How long the page may take to say that it cannot save. */
const SAYS_WITHIN_MS = 4_000;

/** Typing into a transcript while the browser's storage has no room left, until there is room again. */
class FullStorage implements Attempt {
  readonly #before: Typist;
  readonly #within: Typist;
  #fullAt = 0;
  #said = false;
  #looked = false;

  constructor(
    private readonly bench: KillBench,
    private readonly page: Page,
    private readonly id: string,
    private readonly random: Random,
  ) {
    this.#before = new Typist(page, random, 'b');
    this.#within = new Typist(page, random, 'f');
  }

  async act(): Promise<void> {
    await this.#before.type(between(500, 1_500, this.random));
    const session = await this.page.context().newCDPSession(this.page);
    const origin = new URL(this.bench.url).origin;
    await this.page.waitForTimeout(GRACE_MS);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 0 });
    this.#fullAt = performance.now();
    try {
      await this.#within.type(between(500, 1_500, this.random));
      this.#said = await this.page
        .getByText(/not (be )?saved|storage is full|Not enough storage/i)
        .first()
        .waitFor({ timeout: SAYS_WITHIN_MS })
        .then(
          () => true,
          (error: unknown) => {
            if (this.page.isClosed()) throw error;
            return false;
          },
        );
      this.#looked = true;
    } finally {
      await session.send('Storage.overrideQuotaForOrigin', { origin }).catch(() => undefined);
    }
  }

  async judge({ at }: Ended): Promise<Findings> {
    const shown = await shownText(this.bench, this.id);
    const due = this.#fullAt > 0 ? this.#fullAt : at;
    const found = this.#before.findingsIn(shown, due - GRACE_MS);
    found.half.push(...this.#within.findingsIn(shown, 0).half);
    if (!shown.includes('John Smith')) found.lost.push('the text before');
    const hasAll = this.#within.findingsIn(shown, Number.POSITIVE_INFINITY).lost.length === 0;
    if (this.#looked && !this.#said && !hasAll)
      found.lost.push('words that the page did not say it could not save');
    return found;
  }

  clear = () => this.bench.deleteJobs([this.id]);
}

export const fullStorage: Action = {
  lasts: 8_000,
  async start(bench, random) {
    const { id, page } = await openForTyping(bench);
    return new FullStorage(bench, page, id, random);
  },
};
