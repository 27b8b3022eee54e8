import { readFileSync } from 'node:fs';
import { warmUpClip } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { KillBench } from '../kill-bench.ts';
import { offeredShares, takeShares } from '../offers.ts';

const COUNT = 3;

/** Another app shares recordings with this one. */
class Sharing implements Attempt {
  readonly #names: readonly string[];
  /** Whether the service worker said that it has them. */
  #taken = false;

  constructor(
    private readonly bench: KillBench,
    mark: string,
  ) {
    this.#names = Array.from({ length: COUNT }, (_, index) => `shared-${mark}-${index}.wav`);
  }

  async act(): Promise<void> {
    const page = await this.bench.page();
    const led = await page.evaluate(
      async ({ base64, names }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const body = new FormData();
        for (const name of names) body.append('recordings', new File([bytes], name, { type: 'audio/wav' }));
        return (await fetch('/share', { method: 'POST', body })).url;
      },
      { base64: readFileSync(warmUpClip, 'base64'), names: this.#names },
    );
    this.#taken = true;
    await page.goto('about:blank');
    await page.goto(led);
    await takeShares(this.bench);
    await this.bench.until('jobs of all shares', async () => (await this.#jobs()).length === COUNT);
  }

  #jobs = async () => (await this.bench.jobs()).filter(({ filename }) => this.#names.includes(filename));

  async judge({ finished }: Ended): Promise<Findings> {
    const found = nothingFound();
    const offered = (await offeredShares(this.bench)).filter((name) => this.#names.includes(name));
    const jobs = (await this.#jobs()).map(({ filename }) => filename);
    for (const name of this.#names) {
      const count = jobs.filter((one) => one === name).length;
      if (count > 1) found.doubled.push(`${count} jobs of ${name}`);
      if (count === 1 && offered.includes(name)) found.doubled.push(`${name} is offered, and has a job`);
      if (count === 0 && !offered.includes(name) && (this.#taken || finished)) found.lost.push(name);
    }
    if (offered.length > 0 && found.lost.length === 0) {
      await takeShares(this.bench);
      await this.bench
        .until('jobs of all offered shares', async () => (await this.#jobs()).length >= COUNT)
        .catch((error: unknown) => found.lost.push(String(error)));
      const all = (await this.#jobs()).length;
      if (all > COUNT) found.doubled.push(`${all} jobs of ${COUNT} shares`);
    }
    return found;
  }

  async clear(): Promise<void> {
    await this.bench.deleteJobs((await this.#jobs()).map(({ id }) => id));
  }
}

export const sharing: Action = {
  lasts: 1_500,
  start: async (bench, random) => {
    await bench.show();
    return new Sharing(bench, random().toString(36).slice(2, 8));
  },
};
