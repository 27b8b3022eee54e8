import { writeFileSync } from 'node:fs';
import { repeatWav } from '../../../e2e/repeat-wav.ts';
import { warmUpClip, workPath } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import { type KillBench, LONG_TEXT } from '../kill-bench.ts';

/** A recording of several pieces, and two small ones. */
const TIMES = [25, 1, 1];
const SAID = 'Hello my name is John Smith.';

interface Given {
  name: string;
  paths: string[];
}

/** Recordings with transcripts of another program; the names differ from those of all other rounds. */
function files(mark: string): Given[] {
  return TIMES.map((times, index) => {
    const name = `import-${mark}-${index}`;
    const [wav, srt] = [workPath(`${name}.wav`), workPath(`${name}.srt`)];
    writeFileSync(wav, repeatWav(warmUpClip, times));
    writeFileSync(srt, `1\n00:00:00,000 --> 00:00:02,000\n${SAID}\n`);
    return { name: `${name}.wav`, paths: [wav, srt] };
  });
}

/** Recordings are chosen together with transcripts. */
class Importing implements Attempt {
  constructor(
    private readonly bench: KillBench,
    private readonly given: readonly Given[],
  ) {}

  act = () => this.#choose(this.given);

  async #choose(given: readonly Given[]): Promise<void> {
    const page = await this.bench.page();
    await page.getByLabel('Recordings to transcribe').setInputFiles(given.flatMap(({ paths }) => paths));
    if (given.length > 1) await page.getByRole('button', { name: /^Transcribe \d+ recordings$/ }).click();
    await this.bench.until('an import of all files', async () => {
      const stored = await this.#stored();
      const wanted = stored.filter(({ filename }) => given.some(({ name }) => name === filename));
      const texts = await Promise.all(wanted.map(({ id }) => this.#hasText(id)));
      return texts.length === given.length && texts.every(Boolean);
    });
  }

  #stored = async () =>
    (await this.bench.jobs()).filter(({ filename }) => this.given.some(({ name }) => name === filename));

  /** Until the job is done, nobody can read it. */
  #hasText = async (id: string): Promise<boolean> => 'edits' in (await this.bench.contents(id));

  async judge({ finished }: Ended): Promise<Findings> {
    const found = nothingFound();
    const stored = await this.#stored();
    const missing: Given[] = [];
    for (const given of this.given) {
      const jobs = stored.filter(({ filename }) => filename === given.name);
      const [job] = jobs;
      if (jobs.length > 1) found.doubled.push(`${jobs.length} jobs of ${given.name}`);
      if (!job) {
        missing.push(given);
        continue;
      }
      const page = await this.bench.page();
      const size = await page.evaluate((id) => inPage.audioSize(id), job.audioId ?? '');
      if (size.said !== size.found) found.half.push(`${given.name}: ${size.found} of ${size.said} bytes`);
      if (!(await this.#hasText(job.id))) found.half.push(`${given.name} without its transcript`);
    }
    if (finished && missing.length > 0) found.lost.push(`${missing.length} recordings that were imported`);
    if (missing.length > 0) {
      await this.#choose(missing).catch((error: unknown) => found.lost.push(`repeating: ${error}`));
    }
    return found;
  }

  async clear(): Promise<void> {
    const stored = await this.#stored();
    await this.bench.deleteJobs(stored.map(({ id }) => id));
  }
}

export const importing: Action = {
  lasts: 2_500,
  async start(bench, random) {
    await bench.show();
    return new Importing(bench, files(random().toString(36).slice(2, 8)));
  },
};

/** A transcript is imported in place of another, which is as long or short. */
class ImportingText implements Attempt {
  constructor(
    private readonly bench: KillBench,
    private readonly id: string,
    private readonly texts: { before: string; after: string },
  ) {}

  async act(): Promise<void> {
    const status = await this.bench.importText(this.id, this.texts.after);
    if (status !== 200) throw new Error(`The import was answered ${status}.`);
  }

  async judge({ finished }: Ended): Promise<Findings> {
    const found = nothingFound();
    const { before, after } = this.texts;
    const text = (await this.bench.text(this.id)) ?? '';
    const isNew = sentences(text) === sentences(after);
    if (!isNew && text !== before)
      found.half.push(`${text.length} characters, of ${before.length} or ${after.length}`);
    if (finished && !isNew) found.lost.push('an import that was answered');
    if (!isNew && (await this.bench.importText(this.id, after)) !== 200)
      found.lost.push('an import cannot be repeated');
    return found;
  }

  clear = () => this.bench.deleteJobs([this.id]);
}

/** Whatever is between them. */
const sentences = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export const importingText: Action = {
  lasts: 1_200,
  async start(bench, random) {
    const isLong = random() < 0.5;
    const given = { filename: 'given.wav', ownAudio: false, edited: true };
    const id = await bench.copyJob(given, isLong ? 'long' : 'short');
    const after = isLong ? 'A short text of another program.' : LONG_TEXT;
    return new ImportingText(bench, id, { before: (await bench.text(id)) ?? '', after });
  },
};
