import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import { between, type Random } from '../dice.ts';
import type { KillBench } from '../kill-bench.ts';
import { interruptedSeconds, transcribeInterrupted } from '../offers.ts';
import { GRACE_MS } from './typing.ts';

/** The microphone's stream takes a moment to bring sound. */
const SLACK_SECONDS = 0.5;

/** Speaking into the microphone, and in half of the rounds pressing *Stop and transcribe* within. */
class Recording implements Attempt {
  #startedAt = 0;
  #stoppedAt = 0;

  constructor(
    private readonly bench: KillBench,
    private readonly random: Random,
  ) {}

  async act(): Promise<void> {
    const page = await this.bench.page();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const stop = page.getByRole('button', { name: 'Stop and transcribe' });
    await stop.waitFor();
    this.#startedAt = performance.now();
    await page.waitForTimeout(between(1_000, this.random() < 0.5 ? 4_000 : 10_000, this.random));
    this.#stoppedAt = performance.now();
    await stop.click();
    await this.bench.until('a job', async () => (await this.#jobs()).length > 0);
  }

  #jobs = async () => (await this.bench.jobs()).filter(({ filename }) => filename.startsWith('Recording '));

  async judge({ at }: Ended): Promise<Findings> {
    const found = nothingFound();
    if (this.#startedAt === 0) return found;
    const wasStopped = this.#stoppedAt > 0;
    const spoken = ((wasStopped ? this.#stoppedAt : at) - this.#startedAt) / 1000;
    const due = spoken - GRACE_MS / 1000 - SLACK_SECONDS;
    const jobs = await this.#jobs();
    const offered = await interruptedSeconds(this.bench);
    const copies = jobs.length + offered.length;
    if (copies > 1) found.doubled.push(`${jobs.length} jobs and ${offered.length} offers of one recording`);
    if (copies === 0 && due > 0)
      found.lost.push(`${spoken.toFixed(1)} s of speech${wasStopped ? ', stopped' : ''}`);
    for (const seconds of offered) {
      // It is offered in whole seconds.
      if (seconds + 1 < due) found.lost.push(`all of ${spoken.toFixed(1)} s of speech but ${seconds}`);
    }
    if (offered.length > 0) await this.#take(found);
    for (const { audioId } of await this.#jobs()) {
      const page = await this.bench.page();
      const { said, found: stored } = await page.evaluate((id) => inPage.audioSize(id), audioId ?? '');
      if (said !== stored) found.half.push(`a recording of ${said} bytes has ${stored}`);
    }
    return found;
  }

  /** What was offered becomes one job, and is offered no longer. */
  async #take(found: Findings): Promise<void> {
    await transcribeInterrupted(this.bench);
    const isTaken = async () =>
      (await this.#jobs()).length > 0 && (await interruptedSeconds(this.bench)).length === 0;
    await this.bench.until('a job of what was offered', isTaken).catch((error: unknown) => {
      found.lost.push(String(error));
    });
    const all = (await this.#jobs()).length;
    if (all > 1) found.doubled.push(`${all} jobs of one offer`);
  }

  async clear(): Promise<void> {
    await this.bench.deleteJobs((await this.#jobs()).map(({ id }) => id));
  }
}

export const recording: Action = {
  lasts: 6_000,
  async start(bench, random) {
    await bench.show();
    return new Recording(bench, random);
  },
};
