import { expect } from '@playwright/test';
import { z } from 'zod';
import { preferModels } from '../runner/prefer-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, sharedAudio, WITHOUT_SHARED } from './clips.ts';
import { transcribe } from './page-service.ts';
import { test } from './test.ts';

test.describe('add-ons that rewrite recognised words', () => {
  test('custom_spelling writes its targets over the variants, and keeps their times [§2.4 CustomSpellingConfig]', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const path = clip('en_jon_smyth.wav').path;
    const heard = (await transcribe(app, path)).result.transcription;
    const { result } = await transcribe(app, path, {
      custom_spelling: true,
      custom_spelling_config: { spelling_dictionary: { 'Jon Smyth': ['john smith'] } },
    });
    expect(result.transcription?.full_transcript).toBe('Hello Jon Smyth. Write my name Jon Smyth.');
    const times = (transcription: typeof heard) =>
      transcription?.utterances.flatMap(({ words }) => words.map(({ start, end }) => [start, end]));
    expect(times(result.transcription)).toEqual(times(heard));
  });

  test('custom_vocabulary finds a term by its sound; with intensity 0 it never does', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const path = clip('en_jon_smyth.wav').path;
    const withIntensity = async (intensity: number) => {
      const { result } = await transcribe(app, path, {
        custom_vocabulary: true,
        custom_vocabulary_config: { vocabulary: [{ value: 'Jon Smyth', intensity }] },
      });
      return result.transcription?.full_transcript;
    };
    expect(await withIntensity(1)).toContain('Jon Smyth');
    expect(await withIntensity(0)).toBe('Hello John Smith. Write my name John Smith.');
  });

  // tests/accuracy/hot-words.test.ts has the engines' part.
  for (const model of ['stt-1', 'stt-3', 'stt-fusion']) {
    test(`custom_vocabulary leaves what ${model} makes of "Bonjour" alone beside "Gladia"`, {
      tag: THOROUGH,
    }, async ({ app }) => {
      test.skip(model !== 'stt-1' && !shared, WITHOUT_SHARED);
      const isEnglish = model === 'stt-3';
      const path = clip(isEnglish ? 'en_jon_smyth.wav' : 'fr_bonjour.wav').path;
      const params = {
        model,
        allow_draft: isEnglish,
        language_config: { languages: [isEnglish ? 'en' : 'fr'] },
      };
      const plain = (await transcribe(app, path, params)).result.transcription?.full_transcript;
      expect(plain).toMatch(isEnglish ? /\w/ : /^Bonjour/);
      const { result } = await transcribe(app, path, {
        ...params,
        custom_vocabulary: true,
        custom_vocabulary_config: { vocabulary: ['Gladia'] },
      });
      expect(result.transcription?.full_transcript).toBe(plain);
    });
  }

  test('custom_vocabulary: an entry’s language says by whose rules it is spoken [§2.4 CustomVocabularyEntry.language]', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const path = clip('en_jon_smyth.wav').path;
    const spokenAs = async (language: string) => {
      const { result } = await transcribe(app, path, {
        custom_vocabulary: true,
        // No recogniser would write this value by itself, as it may write "Jon Smyth" where that is a hint. It is said
        // twice, so only a low intensity keeps it from being found where it is nearly heard.
        custom_vocabulary_config: {
          vocabulary: [{ value: 'Xqarv', pronunciations: ['Jon Smyth'], language, intensity: 0.2 }],
        },
      });
      return result.transcription?.full_transcript;
    };
    expect(await spokenAs('en')).toBe('Hello Xqarv. Write my name Xqarv.');
    // "Jon" would be "Yon" in German.
    expect(await spokenAs('de')).toBe('Hello John Smith. Write my name John Smith.');
  });

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

test.describe('pii_redaction', () => {
  const path = clip('en_pii.wav').path;

  test('MARKER writes a label over what was spoken, and the secret is nowhere in the job', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const job = await transcribe(app, path, { pii_redaction: true, sentences: true, subtitles: true });
    expect(job.result.transcription?.full_transcript).toMatch(/^My phone is \[[A-Z_]+_1\]\. Call \[NAME_1\]/);
    expect(JSON.stringify(job)).not.toMatch(/zero|seven|four|nine|07492/i);
    expect(job.result.sentences?.results?.[0]).toMatch(/^My phone is \[/);
    const [note] = z.array(z.string()).parse(job.post_session_metadata.notes);
    expect(note).toMatch(/^pii_redaction: .*could look for .*EFFECT.*\(in en\)/);
    expect(/could look for [^(]*/.exec(note ?? '')?.[0]).not.toContain('NAME');
    expect(job.result.pii_redaction).toMatchObject({
      success: true,
      made_by: 'model',
      incomplete: [note?.replace(/^pii_redaction: /, '')],
    });
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
