import { expect } from '@playwright/test';
import { preferModels } from '../runner/prefer-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import { transcribe } from './page-service.ts';
import { test } from './test.ts';

test.describe('add-ons that rewrite recognised words', () => {
  test('punctuation_enhanced gives an engine without punctuation its sentences', { tag: THOROUGH }, async ({
    app,
  }) => {
    test.skip(!shared, WITHOUT_SHARED);
    const path = sharedAudio('whisper.cpp/jfk.wav');
    const plain = (await transcribe(app, path, { model: 'stt-3', allow_draft: true })).result.transcription;
    const { result } = await transcribe(app, path, {
      model: 'stt-3',
      allow_draft: true,
      punctuation_enhanced: true,
    });
    const text = result.transcription?.full_transcript ?? '';
    const letters = (line: string) => line.toLowerCase().replace(/[^a-z ]/g, '');
    expect(letters(text)).toBe(letters(plain?.full_transcript ?? ''));
    expect(plain?.full_transcript).not.toMatch(/[.?!]/);
    expect(text).toMatch(/[.?!]$/);
  });
});

test.describe('stt-fusion', () => {
  test.skip(!shared, WITHOUT_SHARED);
  // A fixture takes part only where the settings name it.
  test.beforeAll(({ app }) =>
    preferModels(app, { 'stt-1': 'mini-whisper', 'stt-3': 'zipformer-gigaspeech-3.3m' }),
  );
  test.afterAll(({ app }) => preferModels(app, {}));

  test('keeps what stt-1 knows and stt-3 does not', { tag: THOROUGH }, async ({ app }) => {
    const { result, post_session_metadata } = await transcribe(app, clip('en_hello.wav').path, {
      model: 'stt-fusion',
      language_config: { languages: ['en'] },
    });
    expect(post_session_metadata).toMatchObject({ engine: 'fusion', model_id: 'mini-whisper' });
    expect(result.transcription?.full_transcript).toBe('Hello my name is John Smith. Where is the train?');
  });

  // How the two are joined is tested in src/engine/asr/fusion.
  test('takes from stt-3 what stt-1 cannot hear', { tag: THOROUGH }, async ({ app }) => {
    const { result } = await transcribe(app, sharedAudio('whisper.cpp/jfk.wav'), {
      model: 'stt-fusion',
      language_config: { languages: ['en'] },
    });
    expect(result.transcription?.full_transcript.toLowerCase()).toContain(
      'ask not what your country can do for you',
    );
  });
});
