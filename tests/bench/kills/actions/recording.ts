import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import { between, type Random } from '../dice.ts';
import type { KillBench } from '../kill-bench.ts';
import { interruptedSeconds } from '../offers.ts';
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
      if (seconds < due)
        found.lost.push(`${(spoken - seconds).toFixed(1)} of ${spoken.toFixed(1)} s of speech`);
    }
    for (const { audioId } of jobs) {
      const { said, found: stored } = await (await this.bench.page()).evaluate(
        (id) => inPage.audioSize(id),
        audioId ?? '',
      );
      if (said !== stored) found.half.push(`a recording of ${said} bytes has ${stored}`);
    }
    return found;
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
