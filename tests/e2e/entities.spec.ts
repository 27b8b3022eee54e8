import { type BrowserContext, expect } from '@playwright/test';
import { z } from 'zod';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { Receiver } from '../fakes/receiver.ts';
import { isThorough, THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { panel } from './open-editor.ts';
import { openApp, transcribe } from './page-service.ts';
import { storedText } from './stored-text.ts';
import { test } from './test.ts';

/** All add-ons that read what was said about things: names, sentiment, spelling. */
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

/** All add-ons that read the transcript or a translation, or write about it. */
const ALL_READERS = {
  ...ALL,
  summarization: true,
  audio_to_llm: true,
  audio_to_llm_config: { prompts: ['Which city is mentioned?', 'Who speaks?'] },
  structured_data_extraction: true,
  structured_data_extraction_config: { classes: ['name', 'city', 'day', 'phone'] },
  translation: true,
  translation_config: { target_languages: ['fr', 'de'] },
  sentences: true,
  subtitles: true,
  subtitles_config: { formats: ['srt', 'vtt'] },
  display_mode: true,
  diarization: false,
};

/** The secrets in en_pii.wav, also in their translated form. A fraction of progress may have the number's digits. */
const SECRET =
  /Emma|Smith|Lond(?:on|res)|(?<![\d.])07492|zero|seven|four|nine|zéro|sept|quatre|neuf|deux|sieben|vier|neun|zwei/i;

const entitiesOf = ({ named_entity_recognition: found }: Result) =>
  found?.results?.map(({ entity_type, text }) => [entity_type, text]);

const sentimentsOf = ({ sentiment_analysis: found }: Result) =>
  sentimentList.parse(JSON.parse(found?.results ?? ''));

/** Those that have something to say about en_pii.wav. */
const READERS = [
  'named_entity_recognition',
  'sentiment_analysis',
  'summarization',
  'audio_to_llm',
  'structured_data_extraction',
  'translation',
  'sentences',
  'display_mode',
] as const;

function expectAllToHaveRead(result: Result): void {
  for (const key of [...READERS, 'name_consistency'] as const) {
    expect(result[key], key).toMatchObject({ success: true, error: null });
  }
  expect(result.transcription?.subtitles?.map(({ format }) => format)).toEqual(['srt', 'vtt']);
  expect(result.translation?.results?.map(({ error, subtitles }) => [error, subtitles?.length])).toEqual([
    [null, 2],
    [null, 2],
  ]);
}

const moodsOf = (result: Result) =>
  sentimentsOf(result).map(({ text, sentiment, emotion }) => [text, sentiment, emotion]);

test('with models: entities, sentiments and spellings of a real recording [§2.4 named_entity_recognition, sentiment_analysis; §2.8 named_entity_recognition, name_consistency, sentiment_analysis]', {
  tag: THOROUGH,
}, async ({ app }) => {
  const { result } = await transcribe(app, clip('en_pii.wav').path, { ...ALL, diarization: false });
  expect(entitiesOf(result)).toEqual([
    ['PHONE_NUMBER', 'zero seven four nine two'],
    ['NAME', 'Emma Smith'],
    ['NAME_GIVEN', 'Emma'],
    ['NAME_FAMILY', 'Smith'],
    ['LOCATION', 'London'],
  ]);
  const words = result.transcription?.utterances.flatMap((utterance) => utterance.words) ?? [];
  const emma = words.find(({ word }) => word.includes('Emma'));
  const smith = words.find(({ word }) => word.includes('Smith'));
  expect(result.named_entity_recognition?.results?.[1]).toMatchObject({
    start: emma?.start,
    end: smith?.end,
  });
  expect(moodsOf(result)).toEqual([
    ['My phone is zero seven four nine two.', 'neutral', 'neutral'],
    ['Call Emma Smith with my London email.', 'neutral', 'neutral'],
  ]);
  expect(result.name_consistency).toMatchObject({ success: true, is_empty: true, error: null, results: '' });
});

/** Only the recogniser of the tests is there. */
const withoutTextModels = (context: BrowserContext) =>
  context.route('**/models/index.json', async (route) => {
    const response = await route.fetch();
    const { models }: { models: { id: string }[] } = await response.json();
    await route.fulfill({ response, json: { models: models.filter(({ id }) => id === 'mini-whisper') } });
  });

test('without models of text, names and numbers are redacted by rules [§2.4 pii_redaction]', {
  tag: THOROUGH,
}, async ({ context, page }) => {
  await withoutTextModels(context);
  await openApp(page);
  const redacted = { pii_redaction: true, named_entity_recognition: true };
  const { result, post_session_metadata } = await transcribe(page, clip('en_pii.wav').path, redacted);
  expect(result.transcription?.full_transcript).toBe(
    'My phone is [PHONE_NUMBER_1]. Call [NAME_1] with my [LOCATION_CITY_1] email.',
  );
  expect(JSON.stringify(result)).not.toMatch(SECRET);
  expect(JSON.stringify(post_session_metadata.notes)).toMatch(/pii_redaction: .*looks for: .*\(English\)/);
  expect(await storedText(page)).not.toMatch(SECRET);
});

test('what is redacted is nowhere: not in the job, its messages, or what is stored [§2.4 pii_redaction*]', {
  tag: THOROUGH,
}, async ({ page }) => {
  const receiver = await new Receiver().start();
  try {
    await openApp(page);
    await page.evaluate(() => {
      const told: unknown[] = [];
      Object.assign(globalThis, { told });
      new BroadcastChannel('earshot').onmessage = ({ data }) => told.push(data);
    });
    const run = (params: Record<string, unknown>) =>
      transcribe(page, clip('en_pii.wav').path, { ...ALL_READERS, ...params });
    const redacted = async (processed_text_type: 'MARKER' | 'MASK') => {
      const job = await run({
        pii_redaction: true,
        pii_redaction_config: { processed_text_type },
        callback: true,
        callback_config: { url: receiver.address('/told') },
      });
      expectAllToHaveRead(job.result);
      expect(JSON.stringify(job)).not.toMatch(SECRET);
      return job;
    };
    const marked = await redacted('MARKER');
    expect(marked.result.transcription?.full_transcript).toMatch(
      /^My phone is \[[A-Z_]+_1\]\. Call \[NAME_1\] with my \[LOCATION_CITY_1\] email\.$/,
    );
    const ids = [marked.id];
    // How words are masked is tested in src/addons/pii_redaction: both kinds take the same way.
    if (isThorough) {
      const masked = await redacted('MASK');
      expect(masked.result.transcription?.full_transcript).toMatch(
        /^My phone is #[# ]+#\. Call #+ #+ with my #+ email\.$/,
      );
      ids.push(masked.id);
    }
    await expect.poll(() => receiver.received.length).toBe(ids.length);
    const everywhere = {
      stored: await storedText(page),
      sent: receiver.received.map(({ text }) => text).join(),
      told: await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'told'))),
    };
    for (const text of Object.values(everywhere)) {
      for (const id of ids) expect(text).toContain(id);
      expect(text).not.toMatch(SECRET);
    }
    expect(everywhere.stored).toContain('[NAME_1]');
    expect(everywhere.stored).not.toContain('"segments"');
    expect(everywhere.sent).toContain('[NAME_1]');
    expect(everywhere.told).toContain('"addon-output"');

    // Checks the search itself: without redaction, the secret is in everything that was searched.
    const { result } = await run({});
    for (const key of ['transcription', ...READERS] as const) {
      expect(JSON.stringify(result[key]), key).toMatch(SECRET);
    }
    for (const { utterances, sentences, subtitles } of result.translation?.results ?? []) {
      for (const part of [utterances, sentences, subtitles]) expect(JSON.stringify(part)).toMatch(SECRET);
    }
    expect(JSON.stringify(result.transcription?.subtitles)).toMatch(SECRET);
    expect(await storedText(page)).toMatch(SECRET);
    expect(await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'told')))).toMatch(SECRET);
  } finally {
    await receiver.stop();
  }
});

test('the page shows names and mood where its options ask for them', { tag: THOROUGH }, async ({ app }) => {
  await app.goto('/');
  await app.getByText('Options', { exact: true }).click();
  await app.getByText('More options').click();
  for (const name of [/Names and facts/, /Sentiment/]) await app.getByRole('checkbox', { name }).check();
  await app.getByRole('button', { name: 'Done' }).click();
  await app.getByLabel('Recordings to transcribe').setInputFiles(clip('en_pii.wav').path);
  await app
    .getByRole('link', { name: /en_pii\.wav/ })
    .first()
    .click();
  await expect(app.getByRole('button', { name: 'Side panel' })).toBeVisible({ timeout: 120_000 });
  const names = await panel(app, 'Names');
  await expect(names.getByRole('heading', { name: 'Names and facts' })).toBeVisible();
  await expect(names.getByRole('button', { name: 'Emma Smith' })).toBeVisible();
  const summary = await panel(app, 'Summary');
  await expect(summary.getByRole('heading', { name: 'Sentiment' })).toBeVisible();
});
