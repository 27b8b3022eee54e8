import { fileURLToPath } from 'node:url';
import { expect, test as ownPage, type Page } from '@playwright/test';
import { z } from 'zod';
import type { PreRecordedJob } from '../../src/contract/pre-recorded-job.ts';
import { Receiver } from '../fakes/receiver.ts';
import { clip } from './clips.ts';
import { openApp, transcribe } from './service.ts';
import { test } from './shared-page.ts';

/** The demo's recording. */
const SAMPLE = fileURLToPath(new URL('../../public/demo/dialogue.flac', import.meta.url));

/** All that read what was said about: which names, in what mood, spelled how. */
const ALL = { named_entity_recognition: true, sentiment_analysis: true, name_consistency: true };

const sentimentList = z.array(
  z.strictObject({
    text: z.string(),
    sentiment: z.enum(['positive', 'negative', 'neutral', 'mixed', 'unknown']),
    emotion: z.string(),
    start: z.number(),
    end: z.number(),
    channel: z.int(),
    speaker: z.int().optional(),
  }),
);

type Result = NonNullable<PreRecordedJob['result']>;

const entitiesOf = ({ named_entity_recognition: found }: Result) =>
  found?.results?.map(({ entity_type, text }) => [entity_type, text]);

const sentimentsOf = ({ sentiment_analysis: found }: Result) =>
  sentimentList.parse(JSON.parse(found?.results ?? ''));

/** Every record of every store but the recordings, the models and the settings, as one text. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const stores = ['jobs', 'results', 'checkpoints', 'deliveries', 'delivery-bodies', 'request-logs'];
    const records = await Promise.all(
      stores.map(
        (name) =>
          new Promise<unknown[]>((resolve, reject) => {
            const request = db.transaction(name).objectStore(name).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          }),
      ),
    );
    db.close();
    return JSON.stringify(records);
  });

test('with models: entities, sentiments and spellings of a real recording', async ({ app }) => {
  const { result } = await transcribe(app, clip('en_pii.wav').path, { ...ALL, diarization: false });
  expect(entitiesOf(result)).toEqual([
    ['PHONE_NUMBER', 'zero seven four nine two'],
    ['NAME', 'Emma Smith'],
    ['LOCATION', 'London'],
  ]);
  const words = result.transcription?.utterances.flatMap((utterance) => utterance.words) ?? [];
  const emma = words.find(({ word }) => word.includes('Emma'));
  const smith = words.find(({ word }) => word.includes('Smith'));
  expect(result.named_entity_recognition?.results?.[1]).toMatchObject({
    start: emma?.start,
    end: smith?.end,
  });
  expect(sentimentsOf(result).map(({ text }) => text)).toEqual([
    'My phone is zero seven four nine two.',
    'Call Emma Smith with my London email.',
  ]);
  expect(result.name_consistency).toMatchObject({ success: true, is_empty: true, error: null, results: '' });
});

test('with models, in the language that is spoken', async ({ app }) => {
  const { result, post_session_metadata } = await transcribe(app, clip('fr_bonjour.wav').path, ALL);
  expect(post_session_metadata.addons).toEqual({
    named_entity_recognition: { models: { fr: ['mini-ner', 'builtin'] } },
    sentiment_analysis: { models: { fr: ['mini-emotions'] } },
    name_consistency: { models: { fr: ['mini-ner'] } },
  });
  expect(entitiesOf(result)).toEqual([
    ['NAME', 'Jean Dupont'],
    ['NAME', 'Claire'],
  ]);
  expect(sentimentsOf(result)).toHaveLength(3);
});

test('nothing was said: each envelope says that it is empty', async ({ app }) => {
  const { result } = await transcribe(app, clip('silence.wav').path, ALL);
  const empty = { success: true, is_empty: true, error: null };
  expect(result.named_entity_recognition).toMatchObject({ ...empty, results: [] });
  expect(result.sentiment_analysis).toMatchObject({ ...empty, results: '[]' });
  expect(result.name_consistency).toMatchObject({ ...empty, results: '' });
});

ownPage('without models: an English library and rated words', async ({ page }) => {
  await openApp(page, 'http://localhost:4174/');
  // The bundled miniature serves the sample alone.
  const { result, post_session_metadata } = await transcribe(page, SAMPLE, ALL);
  const names = entitiesOf(result)?.filter(([type]) => type === 'NAME');
  expect(names).toEqual([
    ['NAME', 'Emma'],
    ['NAME', 'John'],
    ['NAME', 'John'],
  ]);
  const judged = sentimentsOf(result).map(({ text, sentiment, emotion }) => [text, sentiment, emotion]);
  expect(judged).toContainEqual(['Where is the school?', 'neutral', 'neutral']);
  expect(judged).toContainEqual(['Thanks very good.', 'positive', 'gratitude']);
  expect(post_session_metadata.notes).toBeUndefined();
  const models = { en: ['builtin'] };
  expect(post_session_metadata.addons).toEqual(
    Object.fromEntries(Object.keys(ALL).map((key) => [key, { models }])),
  );
});

ownPage('what is redacted is nowhere: not in the job, its messages, or what is stored', async ({ page }) => {
  const receiver = await new Receiver().start();
  try {
    await openApp(page);
    const job = await transcribe(page, clip('en_pii.wav').path, {
      ...ALL,
      pii_redaction: true,
      sentences: true,
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'] },
      display_mode: true,
      diarization: false,
      callback: true,
      callback_config: { url: receiver.address('/told') },
    });
    expect(job.result.transcription?.full_transcript).toMatch(
      /^My phone is \[[A-Z_]+_1\]\. Call \[NAME_1\] with my \[LOCATION_CITY_1\] email\.$/,
    );
    await expect.poll(() => receiver.received.length).toBe(1);
    const stored = await storedText(page);
    // The search finds what is there.
    expect(stored).toContain('[NAME_1]');
    expect(stored).toContain(job.id);
    const secret = /Emma|Smith|London|zero|seven|four|nine|07492/i;
    expect(stored).not.toMatch(secret);
    expect(JSON.stringify(job)).not.toMatch(secret);
    expect(receiver.received.map(({ text }) => text).join()).toContain('[NAME_1]');
    expect(receiver.received.map(({ text }) => text).join()).not.toMatch(secret);
    expect(stored).not.toContain('"segments"');
  } finally {
    await receiver.stop();
  }
});

test('the page shows names and mood where its options ask for them', async ({ app }) => {
  await app.goto('/');
  await app.getByText('Options', { exact: true }).click();
  for (const name of [/Find names and facts/, /Tell the mood/])
    await app.getByRole('checkbox', { name }).check();
  await app.setInputFiles('input[type=file]', clip('en_pii.wav').path);
  await app
    .getByRole('link', { name: /en_pii\.wav/ })
    .first()
    .click();
  await expect(app.getByRole('heading', { name: 'Names and facts' })).toBeVisible({ timeout: 120_000 });
  await expect(app.getByRole('button', { name: 'Emma Smith' })).toBeVisible();
  await expect(app.getByRole('heading', { name: 'Mood' })).toBeVisible();
});
