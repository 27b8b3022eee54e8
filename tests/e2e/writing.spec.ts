import { expect } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { panel } from './open-editor.ts';
import { finished, submit, transcribe } from './page-service.ts';
import { test } from './test.ts';

const PROMPTS = ['Which language is this?', 'Which day is mentioned?'];
/** All add-ons that generate text. */
const ALL = {
  summarization: true,
  summarization_config: { type: 'bullet_points' },
  audio_to_llm: true,
  audio_to_llm_config: { prompts: PROMPTS },
  structured_data_extraction: true,
  structured_data_extraction_config: { classes: ['name', 'city', 'day'] },
};
const done = { success: true, is_empty: false, error: null, exec_time: expect.any(Number) };
const byModel = { made_by: 'model', model: 'mini-llm' };

test('with a language model: a summary, answers and data of a real recording [§2.4 summarization*, audio_to_llm*; §2.8 summarization, structured_data_extraction, audio_to_llm, AudioToLlm item]', {
  tag: THOROUGH,
}, async ({ app }) => {
  const { result, post_session_metadata } = await transcribe(app, clip('en_hello.wav').path, ALL);
  expect(result.summarization).toEqual({
    ...done,
    ...byModel,
    results: '- Hello my name is John Smith.\n- Where is the train?',
  });
  expect(result.audio_to_llm).toEqual({
    ...done,
    ...byModel,
    results: [
      { ...done, results: { prompt: PROMPTS[0], response: 'English' } },
      { ...done, results: { prompt: PROMPTS[1], response: 'The transcript does not say.' } },
    ],
  });
  expect(result.structured_data_extraction).toEqual({
    ...done,
    ...byModel,
    results: '{"name":["John Smith"],"city":null,"day":null}',
  });
  for (const { exec_time } of [result.summarization, ...(result.audio_to_llm?.results ?? [])].flatMap(
    (envelope) => (envelope ? [envelope] : []),
  )) {
    expect(exec_time).toBeGreaterThan(0);
  }
  const writtenBy = { written_by: 'mini-llm' };
  expect(post_session_metadata.addons).toEqual({
    summarization: writtenBy,
    audio_to_llm: writtenBy,
    structured_data_extraction: writtenBy,
  });
});

test('the page shows who is at work, the answers as they grow, and then all of it', {
  tag: THOROUGH,
}, async ({ app: page }) => {
  await page.evaluate(() => {
    const seen: { type: string; addon?: string; text?: string }[] = [];
    Object.assign(globalThis, { seen });
    new BroadcastChannel('earshot').onmessage = ({ data }) => seen.push(data);
  });
  const id = await submit(page, clip('en_hello.wav').path, ALL);
  await page.goto(`/#/jobs/${id}`);
  await finished(page, id);
  const seen = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'seen')));
  for (const addon of ['summarization', 'audio_to_llm', 'structured_data_extraction']) {
    expect(seen).toMatch(new RegExp(`"addon-progress","id":"${id}","addon":"${addon}"`));
  }
  expect(seen).toMatch(/"addon-output"[^}]*"addon":"audio_to_llm"[^}]*English/);
  const summary = await panel(page, 'Summary');
  await expect(summary.getByRole('heading', { name: 'Summary' })).toBeVisible();
  await expect(summary.getByText('- Where is the train?')).toBeVisible();
  await expect(summary.getByText('John Smith', { exact: true })).toBeVisible();
  const answers = await panel(page, 'Ask');
  await expect(answers.getByRole('heading', { name: PROMPTS[0] ?? '' })).toBeVisible();
  await expect(answers.getByText('English', { exact: true })).toBeVisible();
});

test('add-ons run on a finished transcript afterwards, and speakers are told apart, without recognising it again', {
  tag: THOROUGH,
}, async ({ app }) => {
  const { id, result } = await transcribe(app, clip('en_hello.wav').path, {});
  const run = await app.evaluate(async (job) => {
    const { runAddons, get } = globalThis.earshot;
    const summary = await runAddons(job, { summarization: true, sentences: true });
    const utterances = (summary.result.transcription?.utterances ?? []).map((one) => ({
      ...one,
      text: 'Corrected.',
    }));
    const corrected = await runAddons(job, { subtitles: true, transcription: { utterances } });
    await runAddons(job, { diarization: true });
    return { summary: summary.result, corrected: corrected.result, job: await get(job) };
  }, id);
  expect(run.summary.summarization).toMatchObject({ success: true, made_by: 'model' });
  expect(run.corrected.transcription?.full_transcript).toContain('Corrected.');
  const { result: after, post_session_metadata: session } = run.job;
  expect(after?.summarization?.results).toBe(run.summary.summarization?.results);
  expect(after?.transcription?.sentences?.[0]?.success).toBe(true);
  expect(after?.transcription?.subtitles).toBeUndefined();
  expect(after?.transcription?.full_transcript).toBe(result.transcription?.full_transcript);
  expect(after?.transcription?.utterances.map(({ speaker }) => speaker)).toEqual(
    after?.transcription?.utterances.map(() => 0),
  );
  expect(session).toMatchObject({
    addons: { summarization: { written_by: 'mini-llm' } },
    diarization: { speakers: 1 },
  });
});
