import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readEdit } from '../../../src/client/corrections/edits.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { makeDone } from './in-page-service.ts';
import { block, blocks, button, openEditor, painted, save, select, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

const dialog = () => page.getByRole('dialog');
const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
const names = () =>
  [...document.querySelectorAll('[data-paragraph]')].map(
    (one) => one.closest('li')?.querySelector('.voice')?.textContent,
  );

const envelope = (results: unknown) => ({
  success: true,
  is_empty: false,
  exec_time: 1,
  error: null,
  results,
});

describe('speakers', () => {
  test('are named by two excerpts of each, in one panel, and added', async () => {
    await openEditor();
    await button('Speakers').click();
    const excerpts = dialog().getByRole('button', { name: /^Play Speaker/ });
    await expect
      .poll(() => excerpts.elements().map((one) => one.getAttribute('aria-label')))
      .toEqual(['Play Speaker 0 at 0:01', 'Play Speaker 0 at 0:16', 'Play Speaker 1 at 0:10']);
    await excerpts.nth(1).click();
    await expect.poll(at).toBeGreaterThan(16);
    await dialog().getByLabelText('Speaker 1', { exact: true }).fill('Grace');
    await userEvent.keyboard('{Tab}');
    await dialog().getByRole('button', { name: 'Add speaker' }).click();
    await expect.element(dialog().getByLabelText('Speaker 2', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(names).toEqual(['Speaker 0', 'Grace', 'Speaker 0']);
    await button('Pause').click();
  });

  test('are renamed everywhere, given a paragraph, and made one person, each by a click on a name', async () => {
    await openEditor();
    await button('Speaker: Speaker 0. Change').first().click();
    await dialog().getByLabelText('Name of Speaker 0, everywhere').fill('Ada');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await expect.poll(names).toEqual(['Ada', 'Speaker 1', 'Ada']);
    await button('Speaker: Speaker 1. Change').click();
    await dialog().getByRole('button', { name: 'Ada' }).first().click();
    await expect.poll(names).toEqual(['Ada', 'Ada', 'Ada']);
    await button('Undo').click();
    await expect.poll(names).toEqual(['Ada', 'Speaker 1', 'Ada']);
    await button('Speaker: Speaker 1. Change').click();
    await dialog().getByRole('button', { name: 'Ada' }).last().click();
    await expect.poll(names).toEqual(['Ada', 'Ada', 'Ada']);
    await button('Speakers').click();
    await expect
      .poll(
        () =>
          dialog()
            .getByLabelText(/^Speaker \d/)
            .elements().length,
      )
      .toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => dialog().elements()).toEqual([]);
    select(0, 'good morning');
    await userEvent.keyboard('{Alt>}s{/Alt}');
    await dialog().getByLabelText('Only the selected words').click();
    await dialog().getByLabelText('New speaker').fill('Ben');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(names).toEqual(['Ada', 'Ben', 'Ada', 'Ada', 'Ada']);
    await expect.poll(() => blocks().map(({ textContent }) => textContent)[1]).toBe('good morning');
  });

  test('have their names in captions, in summaries and in answers, which cite moments that play', async () => {
    const { service } = await openEditor();
    service.addonRuns = [
      {
        ...makeDone([]),
        request_params: preRecordedRequest.parse({ audio_url: `${location.origin}/v2/upload/0` }),
        result: {
          metadata: {
            audio_duration: 1,
            number_of_distinct_channels: 1,
            billing_time: 1,
            transcription_time: 1,
          },
          summarization: envelope('Speaker 0 greets everyone; Speaker 1 and Speaker 01 answer.'),
          audio_to_llm: envelope([
            envelope({
              prompt: 'Who asks?',
              response: 'Speaker 0: “Shall we begin with the first question?”',
            }),
          ]),
        } as never,
      },
    ];
    await button('Speaker: Speaker 0. Change').first().click();
    await dialog().getByLabelText('Name of Speaker 0, everywhere').fill('Ada');
    await dialog().getByRole('button', { name: 'Rename' }).click();
    await button('Ask and summarise').click();
    await expect
      .element(dialog().getByText('Ada greets everyone; Speaker 1 and Speaker 01 answer.'))
      .toBeVisible();
    await expect.element(dialog().getByText(/^Ada: “Shall we begin/)).toBeVisible();
    await dialog()
      .getByRole('button', { name: /^Play from 0:16: Shall we begin/ })
      .click();
    await expect.poll(at).toBeGreaterThan(15.9);
    await button('Pause').click();
    await button('Captions').click();
    await expect
      .poll(() => page.getByRole('row', { name: 'Caption 1', exact: true }).element().textContent)
      .toContain('Ada');
  });
});

test('highlights, bookmarks and chapters are made, played, changed and undone, across the views', async () => {
  const { job } = await openEditor();
  select(0, 'good morning');
  await userEvent.keyboard('{Alt>}h{/Alt}');
  await expect.poll(() => painted('noted')).toEqual(['good', 'morning']);
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await expect.poll(at).toBeGreaterThan(4.9);
  await button('Notes').click();
  await dialog()
    .getByLabelText(/^Highlight/)
    .fill('how they begin');
  await userEvent.keyboard('{Tab}');
  await dialog().getByRole('button', { name: 'Bookmark 0:05' }).click();
  await dialog().getByLabelText('Title of the new chapter').fill('Thanks');
  await dialog().getByRole('button', { name: 'Add chapter at 0:05' }).click();
  await expect.element(dialog().getByLabelText('Title of the chapter at 0:05')).toHaveValue('Thanks');
  await dialog().getByRole('button', { name: 'Play from 0:01' }).click();
  await expect.poll(at).toBeLessThan(4);
  await userEvent.keyboard('{Escape}');
  await button('Pause').click();
  await save();
  const stored = async () => (await readEdit(job.id))?.document;
  expect(await stored()).toMatchObject({
    notes: [{ kind: 'highlight', text: 'how they begin' }, { kind: 'bookmark' }],
    chapters: [{ title: 'Thanks' }],
  });

  // One history for notes, text and captions: what was last done is undone first, whatever is shown.
  select(1, 'morning');
  await userEvent.keyboard('evening');
  await button('Captions').click();
  await expect.element(page.getByLabelText('Text of caption 2')).toBeVisible();
  await page.getByLabelText('End of caption 1').fill('0:09.5');
  await userEvent.keyboard('{Enter}');
  const end = () => (page.getByLabelText('End of caption 1').element() as HTMLInputElement).value;
  await expect.poll(end).toBe('0:09.500');
  await button('Text').click();
  await expect.poll(() => blocks().length).toBe(3);
  for (const left of [
    { cues: null, text: 'Uh evening to you.', chapters: 1, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 1, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 0, notes: 2 },
    { cues: null, text: 'Uh morning to you.', chapters: 0, notes: 1 },
  ]) {
    await button('Undo').click();
    await expect.poll(() => block(1).textContent).toBe(left.text);
    await save();
    const now = await stored();
    expect({
      cues: now?.cues,
      text: left.text,
      chapters: now?.chapters.length,
      notes: now?.notes.length,
    }).toEqual(left);
  }
});
