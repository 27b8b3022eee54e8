import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { translateTextHere } from '../../../src/client/api/translate-text.ts';
import { readCorrected, storeCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { applyChange } from '../../../src/document/edits/change.ts';
import { setText } from '../../../src/document/edits/edit-text.ts';
import { makeDocument } from '../../../src/document/make-document.ts';
import { said } from '../../fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, makeDone } from './in-page-service.ts';
import { button, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();
beforeEach(() => localStorage.clear());

const english = [
  said({ text: 'Good morning everyone.', at: 1 }),
  said({ text: 'My code is swordfish.', at: 8 }),
  said({ text: 'Thank you.', at: 16 }),
];
const french = ['Bonjour à tous.', 'Mon code est espadon.', 'Merci bien.'].map((text, index) =>
  said({ text, at: english[index]?.start ?? 0, language: 'fr' }),
);

function translated(): PreRecordedJob {
  const job = makeDone(english);
  if (!job.result) throw new Error('A finished job has a result.');
  const result = { error: null, full_transcript: '', languages: ['fr' as const], utterances: french };
  const translation = { success: true, is_empty: false, exec_time: 1, error: null, results: [result] };
  return { ...job, result: { ...job.result, translation } };
}

/** Stores a job's transcript with another text for the second paragraph. */
async function changeOriginal({ id }: PreRecordedJob) {
  const document = makeDocument(english, 17);
  const change = setText(document, 1, 'My code is catfish.');
  if (!change) throw new Error('The text differs.');
  await storeCorrected(id, applyChange(document, change).document, { revision: 0, document: null });
}

const student = (pairs: [string, string][]) =>
  InPageModels.model({ id: 'en-fr', engine: 'marian', purpose: 'translation', pairs, state: 'downloaded' });
const beside = (index: number) => document.querySelector(`[data-utterance="${index}"] [data-beside]`);
const storedOf = async (id: string, index: number) =>
  (await readCorrected(id))?.document.paragraphs[index]?.translations?.map(({ language, of, words }) => ({
    language,
    of,
    text: words
      .map(({ word }) => word)
      .join('')
      .trim(),
  }));

describe('a translation beside its original', () => {
  test('is corrected by keyboard with the original in view, stored and shown again', {
    tags: THOROUGH_TAG,
  }, async () => {
    const { job, screen } = await openJob(translated());
    await button('Side by side').click();
    await expect.element(page.getByText('espadon.', { exact: true })).toBeVisible();
    const pencil = button('Correct the translation at 0:01');
    pencil.element().focus();
    await userEvent.keyboard('{Enter}');
    const field = page.getByRole('textbox', { name: 'Translation at 0:01' });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue('Bonjour à tous.');
    await expect.element(page.getByText('morning', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(pencil).toHaveFocus();
    expect(await storedOf(job.id, 0)).toBeUndefined();

    await userEvent.keyboard('{Enter}');
    await field.fill('Bonjour tout le monde.');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => beside(0)?.textContent).toContain('Bonjour tout le monde.');
    await expect
      .poll(() => storedOf(job.id, 0))
      .toEqual([{ language: 'fr', of: 'Good morning everyone.', text: 'Bonjour tout le monde.' }]);
    // Alone, and in the page that is opened next.
    await button('Side by side').click();
    await expect.element(page.getByText('monde.', { exact: true })).toBeVisible();
    await screen.unmount();
    await openJob(job);
    await button('French').click();
    await expect.element(page.getByText('monde.', { exact: true })).toBeVisible();
    await expect.element(page.getByText('espadon.', { exact: true })).toBeVisible();
  });

  test('is stored when another is begun, or another view takes its place; the browser asks before', async () => {
    const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const { job } = await openJob(translated());
    await button('Side by side').click();
    await button('Correct the translation at 0:01').click();
    const field = page.getByRole('textbox', { name: /^Translation at/ });
    await field.fill('Bonjour.');
    await userEvent.keyboard('{Tab}');
    expect(leaves()).toBe(true);
    await button('Correct the translation at 0:16').click();
    await expect.poll(async () => (await storedOf(job.id, 0))?.[0]?.text).toBe('Bonjour.');
    await expect.element(page.getByRole('textbox', { name: 'Translation at 0:16' })).toHaveFocus();
    await expect.element(field).toHaveValue('Merci bien.');
    await field.fill('Merci.');
    await button('Side by side').click();
    await expect.poll(async () => (await storedOf(job.id, 2))?.[0]?.text).toBe('Merci.');
    await expect.poll(leaves).toBe(false);
  });

  /** Beside an original that was changed after it was translated; a model for this pair is installed. */
  async function openChanged(pair: [string, string]) {
    const job = translated();
    const models = new InPageModels();
    models.models = [student([pair])];
    const { screen } = await openJob(job, undefined, models);
    await screen.unmount();
    await changeOriginal(job);
    await openJob(job, undefined, models);
    await button('Side by side').click();
    return job;
  }

  test('is marked where the original was changed, and is translated again with what is installed', async () => {
    const asked: unknown[] = [];
    translateTextHere(async (texts, { from, to }) => {
      asked.push({ texts, from, to });
      return { texts: ['Mon code est poisson-chat.'], models: ['en-fr'], incomplete: [] };
    });
    const job = await openChanged(['en', 'fr']);
    await expect.element(page.getByText('catfish.', { exact: true })).toBeVisible();
    // Of the three, one is old.
    await expect.poll(() => page.getByText('Old translation').elements().length).toBe(1);
    expect(beside(1)?.textContent).toContain('Old translation');
    await button('Translate again').click();
    await expect.poll(() => beside(1)?.textContent).toContain('Mon code est poisson-chat.');
    expect(asked).toEqual([{ texts: 'My code is catfish.', from: 'en', to: 'fr' }]);
    await expect.element(page.getByText('Old translation')).not.toBeInTheDocument();
    await expect
      .poll(() => storedOf(job.id, 1))
      .toEqual([{ language: 'fr', of: 'My code is catfish.', text: 'Mon code est poisson-chat.' }]);
  });

  test('is only marked where nothing that is installed translates', async () => {
    await openChanged(['fr', 'en']);
    await expect.element(page.getByText('Old translation')).toBeVisible();
    await expect.element(button('Translate again')).not.toBeInTheDocument();
  });
});
