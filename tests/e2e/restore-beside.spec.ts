import { expect, type Page } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { caretAt, openEditor, paragraph, textOf } from './open-editor.ts';
import { deleteProfile, launchWithMicrophone, newProfile } from './own-profile.ts';
import { call, create, finished, openApp, readJob, transcribe, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');

const namesOf = async (page: Page) => {
  const { body } = await call<{ items: { file: { filename: string } | null }[] }>(page, {
    method: 'GET',
    path: '/v2/pre-recorded',
  });
  return body.items.map(({ file }) => file?.filename ?? '').toSorted();
};

async function openSettings(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Settings' })
    .or(page.getByRole('button', { name: 'Settings' }))
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Back up everything' })).toBeVisible();
}

async function backUp(page: Page, path: string): Promise<void> {
  // Without the dialog that only a person can answer, the archive is a download.
  await page.evaluate(() => {
    Object.assign(globalThis, { showSaveFilePicker: undefined });
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up everything' }).click();
  await (await downloading).saveAs(path);
}

test(
  'a backup that is written and restored beside a recording, typing and a job brings back what is gone, and disturbs none of them',
  {
    tag: THOROUGH,
  },
  async ({ browserName: _ }, info) => {
    test.setTimeout(400_000);
    const profile = newProfile();
    const context = await launchWithMicrophone(profile, HELLO.path);
    const openTab = async () => {
      const page = await context.newPage();
      await openApp(page);
      return page;
    };
    try {
      const [typed, recorded, restoring] = [await openTab(), await openTab(), await openTab()];
      const gone = await transcribe(typed, HELLO.path);
      const id = await openEditor(typed);
      await caretAt(typed, 'John', { after: true });
      await typed.keyboard.type(' alpha', { delay: 20 });
      await expect.poll(() => textOf(typed, id)).toContain('John alpha');

      await recorded.getByRole('button', { name: 'Record', exact: true }).click();
      await expect(recorded.getByRole('timer')).toContainText(/0:0[2-9]|0:[1-5]/);
      const { body } = await uploadBytes(restoring, repeatWav(HELLO.path, 16), 'long.wav');
      const running = await create(restoring, { audio_url: body.audio_url });
      await expect.poll(async () => (await readJob(restoring, running)).status).toBe('processing');

      const path = info.outputPath('beside.zip');
      await openSettings(restoring);
      await backUp(restoring, path);
      await call(restoring, { method: 'DELETE', path: `/v2/pre-recorded/${gone.id}` });
      await restoring.getByLabel('Restore a backup').setInputFiles(path);
      await typed.keyboard.type(' beta gamma delta', { delay: 60 });
      await expect(restoring.getByText(/^Restored \d/)).toBeVisible();
      await typed.keyboard.type(' epsilon', { delay: 20 });

      await expect(paragraph(typed)).toContainText('John alpha beta gamma delta epsilon Smith');
      await expect.poll(() => textOf(typed, id)).toContain('John alpha beta gamma delta epsilon Smith');
      expect((await finished(restoring, running)).status).toBe('done');
      expect((await readJob(restoring, gone.id)).result?.transcription).toEqual(gone.result.transcription);

      await expect(recorded.getByRole('timer')).toBeVisible();
      await recorded.getByRole('button', { name: 'Stop and transcribe' }).click();
      await expect(recorded.getByRole('list', { name: 'Transcript' })).toContainText('Hello');
      const names = await namesOf(restoring);
      expect(names).toEqual([
        expect.stringContaining('Recording'),
        'en_hello.wav',
        'en_hello.wav',
        'long.wav',
      ]);
      await recorded.goto('/');
      await expect(recorded.getByText('This recording was interrupted.')).toHaveCount(0);
    } finally {
      await context.close();
      await deleteProfile(profile);
    }
  },
);
