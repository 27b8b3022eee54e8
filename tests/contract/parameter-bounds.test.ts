import { describe, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { parameterCalls } from './parameter-calls.ts';

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
  const wrong: Fault[] = caseRows(import.meta.url, 'wrong');
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
