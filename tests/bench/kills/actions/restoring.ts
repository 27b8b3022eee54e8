import { workPath } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { Contents } from '../in-page.ts';
import type { KillBench } from '../kill-bench.ts';

const COUNT = 4;
/** Older than an upload that nothing used may become. */
const AGE_DAYS = 10;
/** What a restored transcript has to have; the others say when and by whom it was stored. */
const COMPARED = ['results', 'edit-paragraphs', 'edit-versions', 'audio-pieces', 'peaks'];

interface Archive {
  path: string;
  contents: Map<string, Contents>;
}

/** A backup of corrected transcripts with recordings of their own, written as a person does it. */
async function writeArchive(bench: KillBench): Promise<Archive> {
  const contents = new Map<string, Contents>();
  for (let number = 0; number < COUNT; number++) {
    const talk = { filename: `talk-${number}.wav`, ownAudio: true, age: AGE_DAYS, edited: true };
    const id = await bench.copyJob(talk, number % 2 === 0 ? 'short' : 'long');
    contents.set(id, await bench.contents(id));
  }
  const page = await bench.showDialog('Settings');
  // Without the dialog that only a person can answer, the archive is a download.
  await page.evaluate(() => {
    Object.assign(globalThis, { showSaveFilePicker: undefined });
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up everything' }).click();
  const path = workPath('kills.zip');
  await (await downloading).saveAs(path);
  return { path, contents };
}

class Restoring implements Attempt {
  constructor(
    private readonly bench: KillBench,
    private readonly archive: Archive,
  ) {}

  async act(): Promise<void> {
    const page = await this.bench.page();
    await page.getByLabel('Restore a backup').setInputFiles(this.archive.path);
    await page.getByText(/^Restored \d|here already/).waitFor();
  }

  async judge({ finished }: Ended): Promise<Findings> {
    const found = nothingFound();
    if (finished) found.lost.push(...(await this.#differences()));
    await this.bench.showDialog('Settings');
    await this.act().catch((error: unknown) => found.lost.push(`a second restore: ${error}`));
    found.half.push(...(await this.#differences()));
    const jobs = await this.bench.jobs();
    const names = jobs.map(({ filename }) => filename).filter((name) => name.startsWith('talk-'));
    if (new Set(names).size < names.length) found.doubled.push(names.join(', '));
    return found;
  }

  /** What each transcript of the archive lacks here. */
  async #differences(): Promise<string[]> {
    const all = await Promise.all(
      Array.from(this.archive.contents, async ([id, before]) => {
        const after = await this.bench.contents(id);
        return COMPARED.filter((store) => before[store] !== after[store]).map((store) => `${store} of ${id}`);
      }),
    );
    return all.flat();
  }

  clear = () => this.bench.deleteJobs([...this.archive.contents.keys()]);
}

export const restoring: Action = {
  lasts: 1_200,
  async start(bench) {
    // Not one of a database that was lost: it would bring back what that held.
    const given = await bench.once(`archive with ${bench.model}`, () => writeArchive(bench));
    await bench.deleteJobs([...given.contents.keys()]);
    await bench.showDialog('Settings');
    return new Restoring(bench, given);
  },
};
