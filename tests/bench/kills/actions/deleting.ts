import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { Contents } from '../in-page.ts';
import type { KillBench } from '../kill-bench.ts';

const COUNT = 4;
const SWEPT_WITHIN_MS = 3_000;

/** Recordings with all that belongs to them are chosen in the list and deleted at once, or deleted by a program. */
class Deleting implements Attempt {
  /** Those whose deletion a program had confirmed. */
  readonly #confirmed = new Set<string>();

  constructor(
    private readonly bench: KillBench,
    private readonly before: ReadonlyMap<string, { audioId: string; before: Contents }>,
    private readonly byPerson: boolean,
  ) {}

  act = () => (this.byPerson ? this.#asPerson() : this.#asProgram());

  async #asPerson(): Promise<void> {
    const page = await this.bench.page();
    await page.getByRole('button', { name: 'Select' }).click();
    for (let number = 0; number < COUNT; number++)
      await page.getByRole('checkbox', { name: `Choose gone-${number}.wav` }).click();
    await page
      .getByRole('group', { name: 'Chosen recordings' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await this.bench.until('an end of the recordings', async () => {
      const jobs = await this.bench.jobs();
      return jobs.every(({ id }) => !this.before.has(id));
    });
    for (const id of this.before.keys()) this.#confirmed.add(id);
  }

  async #asProgram(): Promise<void> {
    const client = await this.bench.client();
    for (const id of this.before.keys()) {
      await client.deleteJob(`${this.bench.url}v2/pre-recorded/${id}`);
      this.#confirmed.add(id);
    }
  }

  async judge(_: Ended): Promise<Findings> {
    const found = nothingFound();
    const jobs = new Map((await this.bench.jobs()).map((job) => [job.id, job]));
    for (const [id, { audioId, before }] of this.before) {
      const job = jobs.get(id);
      if (!job) {
        for (const one of [id, audioId]) {
          const stores = await this.#storesNaming(one);
          if (stores.length > 0) found.half.push(`${id} was deleted, but is in ${stores.join(', ')}`);
        }
        continue;
      }
      if (this.#confirmed.has(id)) found.lost.push(`the deletion of ${id}`);
      const after = await this.bench.contents(id);
      // Deletions that an ended page left are made meanwhile.
      if (!('jobs' in after)) continue;
      // Its own row says that it was deleted, and may be undone.
      const differing = Object.keys(before).filter(
        (store) => store !== 'jobs' && before[store] !== after[store],
      );
      if (differing.length > 0) found.half.push(`${id} is there without its ${differing.join(', ')}`);
    }
    return found;
  }

  /** A long text is deleted behind its job, and by the next host if that ended meanwhile. */
  async #storesNaming(id: string): Promise<string[]> {
    const page = await this.bench.page();
    const naming = () => page.evaluate((of) => inPage.storesNaming(of), id);
    const isGone = async () => (await naming()).length === 0;
    await this.bench.until(`nothing of ${id}`, isGone, SWEPT_WITHIN_MS).catch(() => undefined);
    return naming();
  }

  clear = () => this.bench.deleteJobs([...this.before.keys()]);
}

export const deleting: Action = {
  lasts: 1_000,
  async start(bench, random) {
    const before = new Map<string, { audioId: string; before: Contents }>();
    for (let number = 0; number < COUNT; number++) {
      const gone = { filename: `gone-${number}.wav`, ownAudio: true, edited: true };
      const id = await bench.copyJob(gone, number % 2 === 0 ? 'short' : 'long');
      const audioId = (await bench.jobs()).find((job) => job.id === id)?.audioId ?? '';
      before.set(id, { audioId, before: await bench.contents(id) });
    }
    const byPerson = random() < 0.5;
    if (byPerson) await bench.show();
    return new Deleting(bench, before, byPerson);
  },
};
