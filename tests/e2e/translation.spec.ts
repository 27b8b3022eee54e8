import { expect } from '@playwright/test';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { checkCues, readSrt, readVtt } from '../accuracy/cue-rules.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { appKey, call, create, finished, submit, transcribe, uploadFile } from './page-service.ts';
import { storedText } from './stored-text.ts';
import { test } from './test.ts';

const into = (...target_languages: string[]) => ({
  translation: true,
  translation_config: { target_languages },
});

test.describe('translation, from audio to result', () => {
  test('several languages: each utterance with its time; sentences and subtitles of each; error for one that no model does [§2.4 translation*; §2.8 translation, TranslationResult]', async ({
    app,
  }) => {
    const { result, post_session_metadata } = await transcribe(app, clip('en_hello.wav').path, {
      ...into('fr', 'en', 'wo'),
      sentences: true,
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'] },
    });
    const { translation, transcription } = result;
    expect(translation).toMatchObject({ success: true, is_empty: false, error: null });
    const [fr, en, wo] = translation?.results ?? [];
    expect(fr).toMatchObject({
      error: null,
      languages: ['fr'],
      full_transcript: 'Bonjour mon nom est John Smith. Où est le train?',
    });
    const times = (utterances: { start: number; end: number }[] = []) =>
      utterances.map(({ start, end }) => [start, end]);
    expect(times(fr?.utterances)).toEqual(times(transcription?.utterances));
    expect(fr?.sentences).toMatchObject([
      { success: true, results: ['Bonjour mon nom est John Smith.', 'Où est le train?'] },
    ]);
    const [srt, vtt] = fr?.subtitles ?? [];
    expect([srt?.format, vtt?.format]).toEqual(['srt', 'vtt']);
    expect((await readSrt(srt?.subtitles ?? '')).flatMap(({ rows }) => rows).join(' ')).toBe(
      fr?.full_transcript,
    );
    const config = subtitlesConfig.parse({ formats: ['vtt'] });
    const report = checkCues(await readVtt(vtt?.subtitles ?? ''), fr?.utterances ?? [], config);
    expect(report).toMatchObject({ broken: [], textFault: null });

    expect(en).toMatchObject({ error: null, utterances: transcription?.utterances });
    expect(wo).toMatchObject({
      error: { status_code: 503, exception: 'model_missing' },
      full_transcript: '',
      languages: ['wo'],
      utterances: [],
    });
    expect(wo?.error?.message).toContain('Install M2M100 418M under Models');
    expect(post_session_metadata.addons).toMatchObject({ translation: { models: { fr: ['mini-m2m100'] } } });
  });

  // entities.spec.ts looks for what was redacted everywhere, and so in translations.
  test('what was redacted is in no translation either', { tag: THOROUGH }, async ({ app }) => {
    const job = await transcribe(app, clip('en_pii.wav').path, {
      ...into('fr', 'de'),
      pii_redaction: true,
      pii_redaction_config: { entity_types: ['PHONE_NUMBER', 'NUMERICAL_PII'] },
      subtitles: true,
    });
    for (const { full_transcript, subtitles } of job.result.translation?.results ?? []) {
      expect(full_transcript).toMatch(/\[[A-Z_]+_1\]/);
      expect(subtitles?.[0]?.subtitles).toMatch(/\[[A-Z_]+_1\]/);
    }
    expect(JSON.stringify(job)).not.toMatch(/sept|quatre|neuf|sieben|vier|neun|seven|07492/i);
  });

  test('a job that is deleted while it is translated is gone, and the next one runs', {
    tag: THOROUGH,
  }, async ({ app }) => {
    await app.evaluate(
      (key) => {
        const fractions: number[] = [];
        const channel = new BroadcastChannel('earshot');
        const deleted = new Promise((resolve) => {
          channel.addEventListener('message', async ({ data }) => {
            if (data.type !== 'addon-progress' || data.addon !== 'translation') return;
            fractions.push(data.fraction);
            // The first progress is reported before there is a worker; only a translated text advances it.
            if (fractions.filter((fraction) => fraction > 0).length !== 1) return;
            const headers = { 'x-service-key': key };
            const { status } = await fetch(`/v2/pre-recorded/${data.id}`, { method: 'DELETE', headers });
            resolve({ id: data.id, status });
          });
        });
        Object.assign(globalThis, { watched: { fractions, deleted, channel } });
      },
      await appKey(app),
    );
    const params = into('fr', 'de', 'es', 'it');
    const { body: audio } = await uploadFile(app, clip('en_60s.flac').path);
    const id = await create(app, { audio_url: audio.audio_url, ...params });
    expect(await app.evaluate(() => Reflect.get(globalThis, 'watched').deleted)).toEqual({ id, status: 202 });

    const next = await submit(app, clip('en_yes.wav').path);
    expect((await finished(app, next)).status).toBe('done');
    const fractions: number[] = await app.evaluate(() => {
      const { watched } = globalThis as unknown as {
        watched: { fractions: number[]; channel: BroadcastChannel };
      };
      watched.channel.close();
      return watched.fractions;
    });
    // It did not continue in the background: the next job starts when this one has ended.
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect((await call(app, { method: 'GET', path: `/v2/pre-recorded/${id}` })).status).toBe(404);
    expect((await call(app, { method: 'GET', path: new URL(audio.audio_url).pathname })).status).toBe(404);
    const stored = await storedText(app);
    expect(stored).toContain(next);
    expect(stored).not.toContain(id);
    expect(stored).not.toContain(new URL(audio.audio_url).pathname.split('/').at(-1));
    const { result } = await transcribe(app, clip('en_yes.wav').path, into('it'));
    expect(result.translation?.results?.[0]?.full_transcript).toMatch(/^S[iì]\.$/);
  });
});

test('translation without a model fails by itself, and says what to install: the transcript is there', {
  tag: THOROUGH,
}, async ({ newApp: page }) => {
  const id = await submit(page, clip('dialogue_en.flac').path, { ...into('fr'), allow_draft: true });
  const { status, result } = await finished(page, id);
  expect(status).toBe('done');
  expect(result?.transcription?.utterances.length).toBeGreaterThan(4);
  expect(result?.translation).toMatchObject({
    success: false,
    is_empty: true,
    error: { status_code: 503, exception: 'model_missing' },
    results: [{ error: { exception: 'model_missing' }, languages: ['fr'], utterances: [] }],
  });
  expect(result?.translation?.error?.message).toContain('Opus MT en → fr or M2M100 418M');
});
