import type { Page } from 'playwright';
import type { SmallDisk } from '../../../runner/small-disk.ts';
import type { Action, Attempt, Ended, Findings } from '../action.ts';
import { between, type Random } from '../dice.ts';
import type { KillBench } from '../kill-bench.ts';
import { GRACE_MS, openForTyping, shownText, Typist } from './typing.ts';

/** How long the page may take to say that it cannot save. */
const SAYS_WITHIN_MS = 4_000;

const SAYS = /not (be )?saved|could not|Not enough storage|storage is full/i;

/** Typing into a transcript, during which the disk is full for a while. */
class FullStorage implements Attempt {
  readonly #before: Typist;
  readonly #within: Typist;
  #fullAt = 0;
  /** Whether the page did not say that it cannot save. */
  #silent = false;

  constructor(
    private readonly bench: KillBench,
    private readonly disk: SmallDisk,
    private readonly page: Page,
    private readonly id: string,
    private readonly random: Random,
  ) {
    this.#before = new Typist(page, random, 'b');
    this.#within = new Typist(page, random, 'f');
  }

  async act(): Promise<void> {
    await this.#before.type(between(500, 1_500, this.random));
    await this.page.waitForTimeout(GRACE_MS);
    this.disk.fill();
    this.#fullAt = performance.now();
    await this.#within.type(between(1_000, 2_500, this.random));
    await this.page
      .getByText(SAYS)
      .first()
      .waitFor({ timeout: SAYS_WITHIN_MS })
      .catch((error: unknown) => {
        if (this.page.isClosed()) throw error;
        this.#silent = true;
      });
    this.disk.free();
  }

  async judge({ at }: Ended): Promise<Findings> {
    // Otherwise not even the browser opens again.
    this.disk.free();
    const shown = await shownText(this.bench, this.id);
    const found = this.#before.findingsIn(shown, (this.#fullAt > 0 ? this.#fullAt : at) - GRACE_MS);
    const { lost, half } = this.#within.findingsIn(shown, at);
    found.half.push(...half);
    if (!shown.includes('John Smith')) found.lost.push('the text before');
    if (this.#silent)
      found.lost.push(...lost.map((words) => `the page did not say that it cannot save ${words}`));
    return found;
  }

  clear = () => this.bench.deleteJobs([this.id]);
}

export const fullStorage: Action = {
  lasts: 9_000,
  isPossible: () => process.getuid?.() === 0,
  async start(bench, random) {
    if (!bench.disk) throw new Error('This machine lets nobody mount a small disk.');
    const { id, page } = await openForTyping(bench);
    return new FullStorage(bench, bench.disk, page, id, random);
  },
};
