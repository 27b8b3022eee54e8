import { expect } from '@playwright/test';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { checkCues, readSrt, readVtt } from '../accuracy/cue-rules.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { transcribe } from './page-service.ts';
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
});

test('sentences stand in both places of the result [§2.8 sentences, Transcription.sentences]', {
  tag: THOROUGH,
}, async ({ app }) => {
  const hello = clip('en_hello.wav');
  const { result } = await transcribe(app, hello.path, { sentences: true });
  const { sentences } = result;
  expect(sentences).toMatchObject({ success: true, is_empty: false, error: null });
  expect(sentences?.results).toEqual(hello.sentences.map(({ text }) => text));
  expect(result.transcription?.sentences).toEqual([sentences]);
});
