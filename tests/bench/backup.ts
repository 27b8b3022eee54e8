import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, modelsDir, warmUpClip, workPath } from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { copyJob } from './fill-job-list.ts';
import { writeSpeechFile } from './speech-file.ts';

const MB = 1e6;
const BYTES_PER_SECOND = 32_000;
const RECORDINGS = 4;
const FILE = 'backup.zip';

/**
 * Backup and restore of a library of twice `megabytes` in the app, as a person does it; memory of the whole browser. The file goes to the
 * origin's private file system: the dialog for files cannot be used without a person.
 */
export async function backup({ megabytes }: BenchOptions): Promise<Figure[]> {
  const all = 2 * megabytes;
  const { path } = writeSpeechFile(workPath('backup.wav'), {
    duration: (all * MB) / RECORDINGS / BYTES_PER_SECOND,
    silence: 0,
  });
  const session = await BrowserSession.open({ modelsDir });
  const { page, profile, client } = session;
  page.setDefaultTimeout(15 * 60_000);
  try {
    const job = await session.transcribe(warmUpClip, {});
    for (let number = 0; number < RECORDINGS; number++) {
      const { audio_url } = await client.upload(path);
      // Recognising it is not what is measured.
      const audio_id = audio_url.split('/').at(-1) ?? '';
      await copyJob(page, job.id, () => [{ audio_id, created_at: new Date().toISOString() }]);
    }
    // As text: the compiler would refer to a helper that the page does not have.
    await page.evaluate(
      `showSaveFilePicker = async () => (await navigator.storage.getDirectory()).getFileHandle('${FILE}', { create: true })`,
    );
    await page.getByRole('button', { name: 'Settings' }).click();
    const written = await watchMemory(profile, async () => {
      const startedAt = performance.now();
      await page.getByRole('button', { name: 'Back up everything' }).click();
      await page.getByText('The backup is complete.').waitFor();
      return (performance.now() - startedAt) / 1000;
    });
    const size = await sizeOf(page);
    if (size < all * MB) throw new Error(`The backup of ${all} MB has ${size} bytes.`);
    await deleteAll(page);
    const restored = await watchMemory(profile, async () => {
      const startedAt = performance.now();
      await restore(page);
      await page
        .getByText(`Restored ${RECORDINGS + 1} transcripts and ${RECORDINGS + 1} recordings.`)
        .waitFor();
      return (performance.now() - startedAt) / 1000;
    });
    const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
      section: 'backup',
      name: `${all} MB: ${name}`,
      value,
      unit: 'MB',
      ...rest,
    });
    return [
      { ...figure('backup', written.result), unit: 's' },
      figure('browser before the backup', written.before / MB),
      figure('more at its peak', (written.peak - written.before) / MB, { atMost: 200 }),
      { ...figure('restore', restored.result), unit: 's' },
      figure('browser before the restore', restored.before / MB),
      figure('more at its peak, restoring', (restored.peak - restored.before) / MB, { atMost: 200 }),
    ];
  } finally {
    await session.close();
  }
}

const sizeOf = (page: Page): Promise<number> =>
  page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    return (await (await folder.getFileHandle(name)).getFile()).size;
  }, FILE);

/** Deletes every job and its recording through the API. */
const deleteAll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { list, remove } = globalThis.earshot;
    const { jobs } = await list({ limit: 100 });
    for (const { id } of jobs) await remove(id);
  });

/** Chooses the backup in the app's field, as a person would. */
const restore = (page: Page): Promise<void> =>
  page.evaluate(async (name) => {
    const folder = await navigator.storage.getDirectory();
    const chosen = new DataTransfer();
    chosen.items.add(await (await folder.getFileHandle(name)).getFile());
    const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=zip]');
    if (!input) throw new Error('The field for backups is missing.');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, FILE);
