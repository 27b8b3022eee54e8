import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError, failureParts, toStoredFailure } from '../../../src/lib/errors/errors.ts';
import { inEnglish, msg } from '../../../src/lib/errors/msg.ts';
import { show, withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { InPageService, makeDone, makeJob, makeUtterances } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

beforeAll(async () => {
  withTexts(() => undefined);
  await show('de');
});
afterAll(() => show('en'));

const noRoom = new AppError(
  'storage_full',
  msg`Not enough storage: this needs ${msg`${79.6} MB`}, and ${msg`${1.5} MB`} is free.`,
  { remedy: msg`Delete recordings or models, or free up disk space, then try again.` },
);

function failed(error: object) {
  return makeJob({
    status: 'error',
    error_code: 507,
    completed_at: new Date().toISOString(),
    post_session_metadata: { error },
  });
}

async function open(job: ReturnType<typeof makeJob>) {
  const service = new InPageService();
  service.jobs = [job];
  const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
  return screen.getByRole('article');
}

test('a failed job says what happened and what to do, with its sizes', async () => {
  const stored = toStoredFailure(noRoom);
  const article = await open(failed({ code: stored.code, ...failureParts(stored) }));
  await expect.element(article).toHaveTextContent(/79,6 MB.*1,5 MB.*Löschen Sie Aufnahmen oder Modelle/);
  await expect.element(article).not.toHaveTextContent('Not enough storage');
});

test('what an earlier version stored, in English alone, is shown as it is', async () => {
  const message = 'Not enough storage: this needs 3 MB, and 2 MB is free.';
  const article = await open(failed({ code: 'storage_full', message, remedy: 'Delete something.' }));
  await expect.element(article).toHaveTextContent(`${message} (Code 507) Delete something.`);
});

test('notes are German, and one that the catalogue lacks leaves the others alone', async () => {
  const notes = [msg`This part of the recording is silent.`, msg`The moon is ${'full'}.`];
  const job = makeDone(makeUtterances(3));
  const session = { notes: notes.map(inEnglish), texts: notes };
  const article = await open({ ...job, post_session_metadata: { ...job.post_session_metadata, ...session } });
  await expect.element(article.getByText('Dieser Teil der Aufnahme ist stumm.')).toBeVisible();
  await expect.element(article.getByText('The moon is full.')).toBeVisible();
});
