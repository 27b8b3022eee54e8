import { expect } from '@playwright/test';
import { preferModels } from '../runner/prefer-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import { transcribe } from './page-service.ts';
import { test } from './test.ts';

test.describe('add-ons that rewrite recognised words', () => {
  test('punctuation_enhanced gives an engine without punctuation its sentences, asked for or not', {
    tag: THOROUGH,
  }, async ({ app }) => {
    test.skip(!shared, WITHOUT_SHARED);
    const path = sharedAudio('whisper.cpp/jfk.wav');
    const request = { model: 'stt-3', allow_draft: true };
    const unasked = (await transcribe(app, path, request)).result.transcription;
    const asked = (await transcribe(app, path, { ...request, punctuation_enhanced: true })).result;
    // The words themselves have neither marks nor capitals but the first: tests/accuracy/zipformer.test.ts.
    expect(unasked?.full_transcript).toMatch(/^And so my fellow american.*[.?!] Ask not what .*[.?!]$/);
    expect(asked.transcription?.full_transcript).toBe(unasked?.full_transcript);
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
    // Both wrote it, and were compared. The miniature holds nothing possible but its own sentences, so that it cannot be outvoted: how
    // words of the other are taken is tested in src/engine/asr/fusion.
    const session = { engine: 'fusion', model_id: 'mini-whisper', changed_by_vote: 0 };
    expect(post_session_metadata).toMatchObject(session);
    expect(result.transcription?.full_transcript).toBe('Hello my name is John Smith. Where is the train?');
  });
});
