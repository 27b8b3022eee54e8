import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { said } from '../../fakes/corrected-document.ts';
import { envelope, InPageModels, makeDone, makeJob, makeWav } from './in-page-service.ts';
import {
  block,
  blocks,
  button,
  openEditor,
  openJob,
  panel,
  SAID,
  select,
  useEmptyDatabase,
} from './open-editor.ts';

useEmptyDatabase();

const summaryOf = (text: string, type: string) => ({
  ...makeDone([]),
  request_params: preRecordedRequest.parse({
    audio_url: `${location.origin}/v2/upload/0`,
    summarization: true,
    summarization_config: { type },
  }),
  result: { metadata: makeDone([]).result?.metadata, summarization: envelope(text) } as never,
});

test('its tabs are one row of pictures, the others are under More, and none has a form', async () => {
  await page.viewport(1280, 800);
  const phone = { entity_type: 'PHONE_NUMBER', text: '[PHONE_NUMBER_1]', start: 1, end: 2 };
  const { result, ...job } = makeDone(SAID);
  await openJob({ ...job, result: { ...result, pii_redaction: envelope([phone]) } as never });
  await expect.element(page.getByRole('tabpanel')).not.toBeInTheDocument();
  const part = await panel('Summary');
  const boxes = () =>
    part
      .getByRole('tab')
      .elements()
      .map((tab) => tab.getBoundingClientRect().top);
  expect(boxes()).toHaveLength(5);
  expect(new Set(boxes()).size).toBe(1);
  expect(part.element().querySelector('form')).toBeNull();
  const found = part.getByRole('button', { name: phone.text }).element().getBoundingClientRect();
  expect(found.right).toBeLessThan(part.element().getBoundingClientRect().right);
  await panel('Versions');
  expect(boxes()).toHaveLength(6);
  expect(new Set(boxes()).size).toBe(1);
  await part.getByRole('tab', { name: 'Versions' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(part.getByRole('tab', { name: 'Summary' })).toHaveFocus();
});

test('one button summarises; the text is then made shorter, into points, or read in another language, once its model is here', async () => {
  const models = new InPageModels();
  const translator = InPageModels.model({
    ...{ id: 'tiny', title: 'Tiny', engine: 'marian', purpose: 'translation', uses: [] },
    ...{ pairs: [['en', 'de']], downloadBytes: 30_000_000 },
  });
  models.models = [translator];
  const { service, job } = await openJob(makeDone(SAID), makeWav(24), models);
  const part = await panel('Summary');
  await part.getByRole('button', { name: 'Summarise' }).click();
  await expect.poll(() => service.bodies.at(-1)).toMatchObject({ summarization: true, diarization: false });
  const [run] = service.jobs.filter(({ id }) => id !== job.id);
  service.addonRuns = [summaryOf('They greet each other.', 'general')];
  service.change(run?.id ?? '', { status: 'done' });
  await expect.element(part.getByText('They greet each other.')).toBeVisible();
  await expect.element(part.getByRole('button', { name: 'Longer' })).not.toBeInTheDocument();
  await part.getByRole('button', { name: 'As points' }).click();
  await expect
    .poll(() => service.bodies.at(-1))
    .toMatchObject({ summarization_config: { type: 'bullet_points' } });
  const points = service.jobs.find(({ id }) => id !== job.id && id !== run?.id);
  service.addonRuns = [summaryOf('- Greetings', 'bullet_points'), ...service.addonRuns];
  service.change(points?.id ?? '', { status: 'done' });
  await expect.element(part.getByRole('listitem')).toHaveTextContent(/^Greetings$/);
  await expect.element(part.getByText('They greet each other.')).not.toBeInTheDocument();
  await part.getByLabelText('In another language').selectOptions('de');
  await part.getByRole('button', { name: 'Download Tiny (30 MB) and translate' }).click();
  await expect.element(part.getByRole('progressbar', { name: 'Downloading Tiny' })).toBeVisible();
  expect(service.bodies.at(-1)).not.toMatchObject({ translation: true });
  models.models = [{ ...translator, state: 'downloaded' }];
  models.finish?.();
  await expect
    .poll(() => service.bodies.at(-1))
    .toMatchObject({
      translation_config: { target_languages: ['de'] },
      transcription: { utterances: [{ text: '- Greetings' }] },
    });
});

test('a translation that is made afterwards is read where the others are, which remain', async () => {
  const made = makeDone(SAID);
  const translated = (...languages: string[]) => ({
    ...made.result,
    translation: envelope(
      languages.map((language) => ({
        ...{ error: null, full_transcript: '', languages: [language] },
        utterances: SAID.map((one) => ({ ...one, language })),
      })),
    ),
  });
  const { service, job } = await openJob({ ...made, result: translated('fr') } as PreRecordedJob);
  const part = await panel('Summary');
  await page.viewport(390, 844);
  const dialog = page.getByRole('dialog');
  await part.getByRole('button', { name: 'More…' }).click();
  await expect.element(dialog.getByLabelText('Translation', { exact: true })).toBeVisible();
  expect(dialog.getByLabelText('Summary').elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await part.getByRole('button', { name: 'More…' }).click();
  await dialog.getByLabelText('Translation', { exact: true }).selectOptions('German · Deutsch');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect
    .poll(() => service.bodies.at(-1))
    .toMatchObject({
      translation: true,
      translation_config: { target_languages: ['fr', 'de'] },
    });
  expect(service.bodies.at(-1)).not.toHaveProperty('transcription');
  service.change(job.id, { result: translated('fr', 'de') } as Partial<PreRecordedJob>);
  await page.viewport(1280, 800);
  const languages = page.getByRole('group', { name: 'Language of the transcript' });
  await expect.element(languages.getByRole('button', { name: 'German' })).toBeVisible();
});

test('speakers are told apart afterwards, and the words stay, corrected ones too', async () => {
  const spoken = SAID.map(({ speaker: _, ...utterance }) => utterance);
  const { service, job } = await openEditor(makeDone(spoken));
  select(0, 'good');
  await userEvent.keyboard('bad');
  await button('Done').click();
  const part = await panel('Speakers');
  await part.getByRole('button', { name: 'Tell speakers apart' }).click();
  await expect.poll(() => service.bodies.at(-1)).toEqual({ diarization: true });
  expect(service.requests.filter((one) => one.startsWith('POST /v2/pre-recorded'))).toHaveLength(1);
  service.change(job.id, { status: 'done', result: makeDone(SAID).result });
  await expect.element(part.getByLabelText('Speaker 2', { exact: true })).toBeVisible();
  const text = async () =>
    (await readCorrected(job.id))?.document.paragraphs
      .flatMap(({ words }) => words.map(({ word }) => word))
      .join('');
  await expect.poll(text).toMatch(/^ ?Um, bad morning everyone/);
  expect((await readCorrected(job.id))?.document.paragraphs.map(({ speaker }) => speaker !== null)).toEqual([
    true,
    true,
    true,
  ]);
});

test('another transcript says that it is ready, is marked under Versions, and is used by one press', async () => {
  const { service, job } = await openJob();
  const mark = { earshot_repeats: job.id };
  const again = makeJob({ status: 'processing', custom_metadata: mark });
  service.add(again);
  const other = makeDone([said({ text: 'Good evening.', at: 1, speaker: 0 })]);
  await expect.element(page.getByText(/^Transcribing again/).first()).toBeVisible();
  service.change(again.id, { ...other, id: again.id, custom_metadata: mark, file: job.file });
  await expect.element(page.getByText('A new transcript is ready.')).toBeVisible();
  const part = await panel('Notes');
  await part.getByRole('button', { name: 'More of this recording' }).click();
  await expect.element(part.getByRole('button', { name: 'Versions New' })).toBeVisible();
  await button('Use it').click();
  await expect.poll(() => document.querySelector('[data-utterance] p')?.textContent).toBe('Good evening.');
  await expect.element(page.getByText('A new transcript is ready.')).not.toBeInTheDocument();
});

test('on a phone the name keeps its room while one edits, and a dot says that all is saved', async () => {
  await page.viewport(390, 844);
  await openEditor();
  expect(document.querySelector('article h2')?.getBoundingClientRect().width).toBeGreaterThan(60);
  expect(document.querySelector<HTMLElement>('.status')?.offsetWidth).toBeLessThan(16);
  expect(page.getByText('Saved', { exact: true }).elements()).toEqual([]);
  select(0, 'good');
  await userEvent.keyboard('bad');
  await expect.element(page.getByText('Saved', { exact: true })).toBeInTheDocument();
  expect(document.querySelector('article h2')?.getBoundingClientRect().width).toBeGreaterThan(60);
});

test.for([
  [1280, true],
  [768, false],
] as const)('at a width of %i words beside the glyphs for a selection: %s', async ([width, hasWords]) => {
  await page.viewport(width, 800);
  await openEditor();
  select(1, 'morning');
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  const label = () =>
    [...document.querySelectorAll('[aria-label="Selected words"] span')].map((one) => one.checkVisibility());
  await expect.poll(label).toEqual(Array.from({ length: 7 }, () => hasWords));
  // All of the ring is within what is painted.
  block(1).focus();
  expect(Number.parseFloat(getComputedStyle(block(1)).outlineOffset)).toBeLessThan(0);
  expect(blocks()).toHaveLength(3);
});
