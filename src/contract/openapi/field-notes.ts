import type { JsonSchema } from './schema-components.ts';

interface FieldNote {
  description?: string;
  deprecated?: true;
  /** Features without it are stable (specification §9). */
  'x-stability'?: 'alpha' | 'beta';
}

const when = (name: string) => ({ description: `Used when \`${name}\` is true.` });
const beta = { 'x-stability': 'beta' } as const;
const alpha = { 'x-stability': 'alpha' } as const;

/** Notes on what the types alone do not express: `Schema.field` → its note. */
const FIELD_NOTES: Record<string, FieldNote> = {
  'PreRecordedRequest.audio_url': {
    description: 'An http(s) URL of the audio: a remote file, or the `audio_url` of an upload.',
  },
  'PreRecordedRequest.model': {
    description:
      '`stt-1` supports 99 languages; `stt-3` supports en, fr, de, es and it; `stt-fusion` combines the installed models.',
  },
  'PreRecordedRequest.custom_metadata': {
    description: 'Arbitrary data that the job returns unchanged and that lists can be filtered by.',
  },
  'PreRecordedRequest.custom_vocabulary': {
    description: 'Turns the feature on. For compatibility the vocabulary itself is accepted here too.',
    ...beta,
  },
  'PreRecordedRequest.language': { description: 'Use `language_config` instead.', deprecated: true },
  'PreRecordedRequest.detect_language': { description: 'Use `language_config` instead.', deprecated: true },
  'PreRecordedRequest.enable_code_switching': {
    description: 'Use `language_config.code_switching` instead.',
    deprecated: true,
  },
  'PreRecordedRequest.code_switching_config': {
    description: 'Use `language_config.languages` instead.',
    deprecated: true,
  },
  'PreRecordedRequest.custom_vocabulary_config': { ...when('custom_vocabulary'), ...beta },
  'PreRecordedRequest.callback': { description: 'Calls `callback_config.url` when the job ends.' },
  'PreRecordedRequest.callback_config': when('callback'),
  'PreRecordedRequest.callback_url': {
    description: 'Use `callback` and `callback_config` instead.',
    deprecated: true,
  },
  'PreRecordedRequest.subtitles_config': when('subtitles'),
  'PreRecordedRequest.diarization': { description: 'Identifies speakers: each utterance has a `speaker`.' },
  'PreRecordedRequest.diarization_config': when('diarization'),
  'PreRecordedRequest.translation': beta,
  'PreRecordedRequest.translation_config': { ...when('translation'), ...beta },
  'PreRecordedRequest.summarization_config': when('summarization'),
  'PreRecordedRequest.named_entity_recognition': alpha,
  'PreRecordedRequest.structured_data_extraction_config': when('structured_data_extraction'),
  'PreRecordedRequest.custom_spelling': alpha,
  'PreRecordedRequest.custom_spelling_config': { ...when('custom_spelling'), ...alpha },
  'PreRecordedRequest.audio_to_llm_config': when('audio_to_llm'),
  'PreRecordedRequest.pii_redaction_config': when('pii_redaction'),
  'PreRecordedRequest.punctuation_enhanced': alpha,
  'LanguageConfig.languages': {
    description: 'A single language is used as given; otherwise the language is detected.',
  },
  'LanguageConfig.code_switching': {
    description:
      'Detects the language of each utterance. Ignored if exactly one language is given, and by `stt-3`.',
  },
  'SubtitlesConfig.minimum_duration': { description: 'Seconds.' },
  'SubtitlesConfig.maximum_duration': { description: 'Seconds.' },
  'CustomSpellingConfig.spelling_dictionary': {
    description: 'Maps each spelling to the variants it replaces.',
  },
  'AudioMetadata.size': { description: 'Bytes.' },
  'AudioMetadata.audio_duration': {
    description: 'Seconds; 0 if only decoding the whole file would reveal it.',
  },
  'PreRecordedResponse.completed_at': { description: 'Set when `status` is `done` or `error`.' },
  'PreRecordedResponse.error_code': { description: 'HTTP status of the failure when `status` is `error`.' },
  'PreRecordedResponse.post_session_metadata': {
    description:
      'What the job is waiting for, `progress` (0 to 1), `seconds_left` and how it ran; after a failure, `error` with `code`, `message` and `remedy`.',
  },
  'PreRecordedResponse.version': { description: 'API version.' },
  'PreRecordedResponse.result': { description: 'Present when `status` is `done`.' },
  'PreRecordedRequestParamsResponse.callback_url': { deprecated: true },
  'TranscriptionResultDTO.name_consistency': { deprecated: true },
  'TranscriptionResultDTO.sentences': {
    description: 'Use `transcription.sentences` instead.',
    deprecated: true,
  },
  'TranscriptionResultDTO.diarization': {
    description: 'Present when diarization was requested but failed. Its `results` are deprecated.',
  },
  'TranscriptionMetadata.billing_time': {
    description: 'Seconds: `audio_duration` times `number_of_distinct_channels`.',
  },
  'Transcription.languages': { description: 'Most frequently spoken first.' },
  'Word.word': { description: 'Includes its leading space, except at the start of the file.' },
  'ErrorResponse.validation_errors': {
    description: 'Only with status 400: each string starts with the path of its field.',
  },
};

/** Adds the notes to the schemas. Throws if a note's field no longer exists in the contract. */
export function addFieldNotes(schemas: Record<string, JsonSchema>): void {
  for (const [path, note] of Object.entries(FIELD_NOTES)) {
    const [name = '', field = ''] = path.split('.');
    const { properties } = schemas[name] ?? {};
    const schema: unknown = properties && Reflect.get(Object(properties), field);
    if (typeof schema !== 'object' || schema === null)
      throw new Error(`${path} has a note but is not in the contract.`);
    Object.assign(schema, note);
  }
}
