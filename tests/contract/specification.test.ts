import { describe, expect, it } from 'vitest';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { translationConfig } from '../../src/addons/translation/schema.ts';
import { MODEL_NAMES } from '../../src/contract/jobs/model-name.ts';
import { JOB_STATUSES, preRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { preRecordedRequest, requestParams } from '../../src/contract/jobs/pre-recorded-request.ts';
import {
  callbackConfig,
  diarizationConfig,
  languageConfig,
} from '../../src/contract/jobs/request-configs.ts';
import { audioMetadata, uploadedFile } from '../../src/contract/jobs/uploaded-file.ts';
import {
  TRANSCRIPTION_LANGUAGE_CODES,
  TRANSLATION_LANGUAGE_CODES,
} from '../../src/contract/transcripts/language-code.ts';
import { PII_ENTITY_TYPES } from '../../src/contract/transcripts/pii-entity-type.ts';
import {
  transcription,
  transcriptionMetadata,
  transcriptionResult,
} from '../../src/contract/transcripts/transcription-result.ts';
import { utterance, word } from '../../src/contract/transcripts/utterance.ts';
import { specificationText } from './specification-rows.ts';

const text = specificationText();

/** The codes after a bold name and a colon. */
function enumeration(name: string): string[] {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`**${name}**`)) ?? '';
  return line
    .slice(line.indexOf(': ') + 2)
    .replace(/\.$/, '')
    .split(', ');
}

/** The first column of the first table after a heading. */
function tableFields(heading: string): string[] {
  const from = text.indexOf(heading);
  expect(from, heading).toBeGreaterThanOrEqual(0);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text.slice(from)) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim() ?? '');
}

describe('the contract and the specification', () => {
  it('transcription languages are the same, in the same order [§2.7 Transcription language code]', () => {
    expect([...TRANSCRIPTION_LANGUAGE_CODES]).toEqual(enumeration('Transcription language code'));
  });

  it('translation languages are the same plus wo, after vi [§2.7 Translation language code]', () => {
    expect(text).toContain('**Translation language code**: the same list plus `wo` (placed after `vi`)');
    const expected = enumeration('Transcription language code').flatMap((code) =>
      code === 'vi' ? ['vi', 'wo'] : [code],
    );
    expect([...TRANSLATION_LANGUAGE_CODES]).toEqual(expected);
  });

  it('PII entity types are the same, in the same order [§2.7 PII entity type]', () => {
    expect([...PII_ENTITY_TYPES]).toEqual(enumeration('PII entity type'));
  });

  it('models and states are the same [§2.2 status; §2.4 model; §3 Job status values]', () => {
    const row = text.split('\n').find((line) => line.startsWith('| model | enum `stt-1`')) ?? '';
    const cell = row.split('|')[2] ?? '';
    expect([...MODEL_NAMES]).toEqual([...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect([...JOB_STATUSES]).toEqual(tableFields('Job `status` values:'));
  });

  it('the request has every parameter, and besides them only those of the gaps, action_items, allow_draft, known_speakers, profanity_filter, quality, sound_events, span and speaker_names [§2.4 custom_vocabulary*, callback, callback_config, subtitles*, diarization*, translation*, summarization*, named_entity_recognition, custom_spelling*, sentiment_analysis, audio_to_llm*, pii_redaction*, sentences, punctuation_enhanced, Parameters that enable]', () => {
    const documented = tableFields('### 2.4 Job parameters');
    const ours = Object.keys(requestParams.shape);
    expect(documented.filter((name) => !ours.includes(name))).toEqual([]);
    expect(ours.filter((name) => !documented.includes(name)).sort()).toEqual([
      'action_items',
      'allow_draft',
      'custom_metadata',
      'display_mode',
      'known_speakers',
      'name_consistency',
      'profanity_filter',
      'profanity_filter_config',
      'quality',
      'sound_events',
      'sound_events_config',
      'span',
      'speaker_names',
      'structured_data_extraction',
      'structured_data_extraction_config',
    ]);
  });

  it('every switch has the default false in the table and in the contract [§2.4 Every add-on has]', () => {
    const switches = text
      .slice(text.indexOf('### 2.4'), text.indexOf('#### Configuration objects'))
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .filter(([, , type, fallback]) => type === 'boolean' && fallback === 'false')
      .map(([, name]) => name ?? '');
    expect(switches).toHaveLength(13);
    const parsed: Record<string, unknown> = preRecordedRequest.parse({ audio_url: 'https://a.example/b' });
    for (const name of switches) expect(parsed[name], name).toBe(false);
  });

  const tables: [string, string, object][] = [
    ['§2.1', '### 2.1 Uploaded file', uploadedFile.shape],
    ['§2.1 audio_metadata', '| audio_metadata field', audioMetadata.shape],
    ['§2.2', '### 2.2 Pre-recorded job', preRecordedJob.shape],
    ['§2.3', '### 2.3 FileResponse', preRecordedJob.shape.file.unwrap().shape],
    ['CallbackConfig', '**CallbackConfig**', callbackConfig.shape],
    ['SubtitlesConfig', '**SubtitlesConfig**', subtitlesConfig.shape],
    ['DiarizationConfig', '**DiarizationConfig**', diarizationConfig.shape],
    ['TranslationConfig', '**TranslationConfig**', translationConfig.shape],
    ['§2.6', '### 2.6 LanguageConfig', languageConfig.shape],
    ['§2.8', '### 2.8 Result', transcriptionResult.shape],
    ['Transcription', '**Transcription**\n', transcription.shape],
    ['Utterance', '**Utterance**\n', utterance.shape],
  ];
  /** Optional fields that we add. */
  const OWN_FIELDS: Record<string, string[]> = {
    '### 2.8 Result': ['action_items', 'pii_redaction', 'profanity_filter', 'sound_events', 'speaker_names'],
    '**Utterance**\n': ['speaker_confidence'],
    '**Word** (all required)': ['speaker_confidence'],
  };
  it.each(tables)(
    '%s: the object has the same fields [§2.1 *; §2.3 *; §2.4 CallbackConfig.*, SubtitlesConfig.*, DiarizationConfig.*, TranslationConfig.*; §2.6 *; §2.8 transcription, Transcription.*, Utterance.*]',
    (_, heading, shape) => {
      const own = OWN_FIELDS[heading] ?? [];
      expect(Object.keys(shape).sort()).toEqual([...tableFields(heading), ...own].sort());
    },
  );

  it('metadata and words have the same fields [§2.8 metadata, TranscriptionMetadata, Word]', () => {
    for (const [name, shape] of [
      ['**TranscriptionMetadata** (all required)', transcriptionMetadata.shape],
      ['**Word** (all required)', word.shape],
    ] as const) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(name)) ?? '';
      const fields = [...line.matchAll(/`([a-z_]+)` (?:number|string|integer)/g)].map(([, field]) => field);
      expect(Object.keys(shape)).toEqual([...fields, ...(OWN_FIELDS[name] ?? [])]);
    }
  });
});
