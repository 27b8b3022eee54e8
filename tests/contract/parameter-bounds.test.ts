import { describe, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { AUDIO, parameterCalls } from './parameter-calls.ts';

const { echo, faults } = parameterCalls();

/** Parameters and the single error in them. */
type Fault = [object, string];

describe('§8: bounds', () => {
  const outside: Fault[] = caseRows(import.meta.url, 'outside');
  it('refuses a language of the sound comparison that is no transcription language', async () => {
    const vocabulary = [{ value: 'a', language: 'xx' }];
    const [fault, ...others] = await faults({ custom_vocabulary_config: { vocabulary } });
    expect(fault).toMatch(/^custom_vocabulary_config\.vocabulary\.0\.language must be /);
    expect(others).toEqual([]);
  });

  it.each(outside)(
    'refuses %j [§2.4 CustomVocabularyConfig.default_intensity, CustomVocabularyEntry.intensity, DiarizationConfig.*; §8 Field bounds, subtitles_config.*, diarization_config.number_of_speakers, diarization_config.min_speakers, translation_config.target_languages, audio_to_llm_config.prompts, custom vocabulary intensity]',
    async (parameters, fault) => {
      expect(await faults(parameters)).toEqual([fault]);
    },
  );

  const inside: object[] = caseRows(import.meta.url, 'inside');
  it.each(inside)(
    'accepts %j [§2.4 DiarizationConfig.*; §2.5 Number of languages; §8 Field bounds, subtitles_config.*, diarization_config.number_of_speakers, diarization_config.min_speakers, translation_config.target_languages, audio_to_llm_config.prompts, custom vocabulary intensity]',
    async (parameters) => {
      expect(await echo(parameters)).toMatchObject(parameters);
    },
  );
});

describe('§2.4 to §2.7: wrong values', () => {
  const wrong: Fault[] = [
    [{ model: 'whisper' }, 'model must be one of stt-1, stt-3, stt-fusion'],
    [{ model: 7 }, 'model must be one of stt-1, stt-3, stt-fusion'],
    [{ diarization: 'yes' }, 'diarization must be a boolean'],
    [{ diarization: 1 }, 'diarization must be a boolean'],
    [{ language_config: [] }, 'language_config must be an object'],
    [{ language_config: { languages: 'en' } }, 'language_config.languages must be an array'],
    [{ language_config: { code_switching: 0 } }, 'language_config.code_switching must be a boolean'],
    [
      { diarization_config: { number_of_speakers: 1.5 } },
      'diarization_config.number_of_speakers must be an integer',
    ],
    [{ subtitles_config: { formats: ['ass'] } }, 'subtitles_config.formats.0 must be one of srt, vtt'],
    [{ subtitles_config: { style: 'bold' } }, 'subtitles_config.style must be one of default, compliance'],
    [{ callback_config: {} }, 'callback_config.url is required'],
    [{ callback_config: { url: 'nowhere' } }, 'callback_config.url must be an http or https URL'],
    [{ callback_config: { url: AUDIO, method: 'GET' } }, 'callback_config.method must be one of POST, PUT'],
    [{ callback_url: 'nowhere' }, 'callback_url must be an http or https URL'],
    [{ translation_config: {} }, 'translation_config.target_languages is required'],
    [
      { translation_config: { target_languages: ['fr'], model: 'best' } },
      'translation_config.model must be one of base, batch, enhanced',
    ],
    [
      { summarization_config: { type: 'long' } },
      'summarization_config.type must be one of general, bullet_points, concise',
    ],
    [{ custom_spelling_config: {} }, 'custom_spelling_config.spelling_dictionary is required'],
    [
      { custom_spelling_config: { spelling_dictionary: { a: 'b' } } },
      'custom_spelling_config.spelling_dictionary.a must be an array',
    ],
    [{ audio_to_llm_config: {} }, 'audio_to_llm_config.prompts is required'],
    [
      { pii_redaction_config: { processed_text_type: 'HIDE' } },
      'pii_redaction_config.processed_text_type must be one of MARKER, MASK',
    ],
    [
      { custom_vocabulary_config: { vocabulary: [{}] } },
      'custom_vocabulary_config.vocabulary.0.value is required',
    ],
    [{ custom_vocabulary_config: {} }, 'custom_vocabulary_config.vocabulary is required'],
    [
      { custom_vocabulary_config: { vocabulary: [], default_intensity: '1' } },
      'custom_vocabulary_config.default_intensity must be a number',
    ],
    [
      { custom_vocabulary_config: { vocabulary: [{ value: 'a', pronunciations: 'b' }] } },
      'custom_vocabulary_config.vocabulary.0.pronunciations must be an array',
    ],
    [{ punctuation_enhanced: 'yes' }, 'punctuation_enhanced must be a boolean'],
    [{ custom_metadata: 'text' }, 'custom_metadata must be an object'],
    [{ callback: true }, 'callback_config is required when callback is true'],
    [{ translation: true }, 'translation_config is required when translation is true'],
    [{ custom_vocabulary: true }, 'custom_vocabulary_config is required when custom_vocabulary is true'],
    [{ custom_spelling: true }, 'custom_spelling_config is required when custom_spelling is true'],
    [{ audio_to_llm: true }, 'audio_to_llm_config is required when audio_to_llm is true'],
    [
      { model: 'stt-3', language_config: { languages: ['en', 'ja'] } },
      'language_config.languages.1 must be one of en, fr, de, es, it when model is stt-3',
    ],
  ];
  it.each(wrong)(
    'refuses %j [§2.4 audio_url, CustomVocabularyConfig.*, CustomVocabularyEntry.value, CustomVocabularyEntry.pronunciations, DiarizationConfig.number_of_speakers, SummarizationConfig; §2.5 Number of languages]',
    async (parameters, fault) => {
      expect(await faults(parameters)).toEqual([fault]);
    },
  );

  it('names the path of an unknown language, and that it must be one of the list', async () => {
    const [fault, ...others] = await faults({ language_config: { languages: ['en', 'xx'] } });
    expect(fault).toMatch(/^language_config\.languages\.1 must be one of af, am, .*, zh$/);
    expect(others).toEqual([]);
  });

  it('names the path of an unknown entity type [§2.4 PiiRedactionConfig.*]', async () => {
    const [fault] = await faults({ pii_redaction_config: { entity_types: ['NAME', 'SHOE_SIZE'] } });
    expect(fault).toMatch(/^pii_redaction_config\.entity_types\.1 must be one of APPI, /);
  });

  it('does not take wo, which can only be translated into, as a spoken language', async () => {
    expect(await faults({ language_config: { languages: ['wo'] } })).toHaveLength(1);
    expect(await echo({ translation_config: { target_languages: ['wo'] } })).toBeDefined();
  });

  it('names every fault at once', async () => {
    expect(
      await faults({
        audio_url: 'x',
        model: 'y',
        sentences: 'z',
        subtitles_config: { maximum_duration: 31 },
      }),
    ).toEqual([
      'audio_url must be an http or https URL',
      'model must be one of stt-1, stt-3, stt-fusion',
      'subtitles_config.maximum_duration must be at most 30',
      'sentences must be a boolean',
    ]);
  });
});
