import { beforeEach, describe, expect, it } from 'vitest';
import {
  type TranscriptionResult,
  transcriptionResult,
} from '../../src/contract/transcripts/transcription-result.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';
import { description, faultsOf } from './validate-by-schema.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const metadata = {
  audio_duration: 2,
  number_of_distinct_channels: 1,
  billing_time: 2,
  transcription_time: 0.5,
};
const words = [{ word: 'Hello', start: 0, end: 1, confidence: 0.9 }];
const utterance = { start: 0, end: 1, confidence: 0.9, channel: 0, words, text: 'Hello', language: 'en' };
const failed = { status_code: 503, exception: 'ModelMissing', message: 'The model is not installed.' };
const envelope = { success: true, is_empty: false, exec_time: 0.25, error: null };
const translated = {
  error: null,
  full_transcript: 'Nuyu',
  languages: ['wo'],
  utterances: [{ ...utterance, language: 'wo' }],
};
const answer = { ...envelope, results: { prompt: 'What?', response: 'A greeting.' } };

/** Results of each add-on: some valid, some not. */
const RESULTS: Record<string, { right: unknown[]; wrong: unknown[] }> = {
  translation: { right: [[translated], [], null], wrong: ['Nuyu', [{ ...translated, languages: ['xx'] }]] },
  summarization: { right: ['Short.', null], wrong: [7, ['Short.']] },
  named_entity_recognition: {
    right: [[{ entity_type: 'NAME', text: 'Ann', start: 0, end: 1 }], null],
    wrong: [[{ entity_type: 'NAME', text: 'Ann', start: 0 }], 'Ann'],
  },
  name_consistency: { right: ['Ann', null], wrong: [{}] },
  structured_data_extraction: { right: ['{}', null], wrong: [{}] },
  sentiment_analysis: { right: ['[]'], wrong: [null, []] },
  audio_to_llm: { right: [[answer, { ...answer, results: null }], null], wrong: [['A greeting.']] },
  sentences: { right: [['Hello.'], null], wrong: ['Hello.', [7]] },
  display_mode: { right: [['Hello.'], null], wrong: [[null]] },
  pii_redaction: {
    right: [[{ entity_type: 'NAME', text: '[NAME_1]', start: 0, end: 1 }], [], null],
    wrong: ['[NAME_1]', [{ entity_type: 'NAME' }]],
  },
  profanity_filter: {
    right: [[{ text: 's***', start: 0, end: 1 }], [], null],
    wrong: ['s***', [{ text: 's***' }]],
  },
  action_items: {
    right: [[{ kind: 'action', quote: 'I will.', who: null, until: null, start: 0, end: 1 }], null],
    wrong: ['I will.', [{ kind: 'wish', quote: 'I will.', who: null, until: null, start: 0, end: 1 }]],
  },
  sound_events: {
    right: [[{ kind: 'music', start: 0, end: 1, confidence: 0.9 }], [], null],
    wrong: ['music', [{ kind: 'laughter', start: 0, end: 1, confidence: 0.9 }]],
  },
  speaker_names: {
    right: [[{ speaker: 0, channel: 0, name: 'Ada', quote: "I'm Ada.", start: 0 }], null],
    wrong: ['Ada', [{ speaker: 0, channel: 0, name: 'Ada', start: 0 }]],
  },
  diarization: { right: [[utterance], []], wrong: [null, [{ ...utterance, speaker: -1 }]] },
};

/** Both validators must agree: the contract's schema and an independent one from the description. */
function isValid(result: unknown): boolean {
  const valid = transcriptionResult.safeParse(result).success;
  expect(faultsOf('TranscriptionResultDTO', result).length === 0, JSON.stringify(result)).toBe(valid);
  return valid;
}

describe('§2.8: the results of add-ons', () => {
  it.each(Object.entries(RESULTS))(
    'has results in the shape of %s [§2.8 translation, summarization, named_entity_recognition, structured_data_extraction, sentiment_analysis, audio_to_llm, TranslationDTO, One item per target language, TranslationResult, NamedEntityRecognition item, AudioToLlm item]',
    (name, { right, wrong }) => {
      for (const results of right) expect(isValid({ metadata, [name]: { ...envelope, results } })).toBe(true);
      for (const results of wrong)
        expect(isValid({ metadata, [name]: { ...envelope, results } })).toBe(false);
      expect(isValid({ metadata })).toBe(true);
    },
  );

  it('has the envelope of every add-on, with all its fields [§2.8 Add-on envelope, success, is_empty, exec_time, error, results, AddonError; §7 An add-on that]', () => {
    for (const [name, { right }] of Object.entries(RESULTS)) {
      const whole: Record<string, unknown> = { ...envelope, results: right[0] };
      for (const field of Object.keys(whole)) {
        const { [field]: _, ...rest } = whole;
        expect(isValid({ metadata, [name]: rest }), `${name} without ${field}`).toBe(false);
      }
      const broken = { ...whole, success: false, is_empty: true, error: failed };
      expect(isValid({ metadata, [name]: broken })).toBe(true);
      const { message: _, ...wordless } = failed;
      expect(isValid({ metadata, [name]: { ...broken, error: wordless } })).toBe(false);
    }
  });

  it('say how they came about, and what is missing of them', () => {
    const made = { made_by: 'model', model: 'qwen3-0.6b', incomplete: ['Only the first part was read.'] };
    for (const [name, { right }] of Object.entries(RESULTS)) {
      const whole = { ...envelope, results: right[0] };
      expect(isValid({ metadata, [name]: { ...whole, ...made } }), name).toBe(true);
      expect(isValid({ metadata, [name]: { ...whole, made_by: 'rules', model: null } }), name).toBe(true);
      expect(isValid({ metadata, [name]: { ...whole, made_by: 'magic' } }), name).toBe(false);
      expect(isValid({ metadata, [name]: { ...whole, incomplete: 'all' } }), name).toBe(false);
    }
    const { properties } = description.components.schemas.SentencesDTO ?? {};
    expect(properties).toMatchObject({
      made_by: { description: expect.stringContaining('`rules`') },
      model: { description: expect.stringContaining('Ids of the models') },
      incomplete: { description: expect.stringContaining('left out') },
    });
  });

  it('are answered as they were stored, all of them', async () => {
    const result: TranscriptionResult = transcriptionResult.parse({
      metadata,
      transcription: {
        full_transcript: 'Hello',
        languages: ['en'],
        utterances: [{ ...utterance, speaker: 0 }],
        sentences: [{ ...envelope, results: ['Hello'] }],
        subtitles: [{ format: 'srt', subtitles: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' }],
      },
      ...Object.fromEntries(
        Object.entries(RESULTS).map(([name, { right }]) => [name, { ...envelope, results: right[0] }]),
      ),
    });
    const { id } = await putJob({ status: 'done', completed_at: '2026-01-01T00:00:01.000Z', result });
    const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(job.result).toEqual(result);
    expect(faultsOf('PreRecordedResponse', job)).toEqual([]);
  });
});
