import { addonApis } from '../../addons/addon-apis.ts';
import { addonSchemas } from '../../addons/addon-schemas.ts';
import type { JsonSchema } from './schema-components.ts';

interface FieldNote {
  description?: string;
  deprecated?: true;
  /** Features without it are stable (specification §9). */
  'x-stability'?: 'alpha' | 'beta';
}

const usedWhen = (name: string): FieldNote => ({ description: `Used when \`${name}\` is true.` });

/** Notes on what the types alone do not express: `Schema.field` → its note. */
const FIELD_NOTES: Record<string, FieldNote> = {
  'PreRecordedRequest.audio_url': {
    description: 'An http(s) URL of the audio: a remote file, or the `audio_url` of an upload.',
  },
  'PreRecordedRequest.model': {
    description:
      '`stt-1` supports 99 languages; `stt-3` supports en, fr, de, es and it; `stt-fusion` combines the installed models. With ' +
      '`automatic`, the languages and the installed models decide which of `stt-1` and `stt-3` runs. The name of a model of your own ' +
      '(its folder) is accepted too and used like `stt-1`.',
  },
  'PreRecordedRequest.quality': {
    description:
      '`fast` if absent. With `careful`, `stt-1` follows eight hypotheses at a time instead of always taking the likeliest token: fewer ' +
      'word errors, in up to twice the time. Models without such a search say so in `fallbacks`. Echoed if it was sent.',
  },
  'PreRecordedRequest.allow_draft': {
    description:
      'Whether the small English model may transcribe the recording if no other one is installed: English, and about one word in four is ' +
      'wrong. Otherwise the job waits or fails, as it does in any other language. `post_session_metadata` then has `draft` with the ' +
      'model that would make fewer mistakes, and `model_id` names the one that ran. Defaults to the setting `allowDrafts`. Echoed if it ' +
      'was sent.',
  },
  'PreRecordedRequest.span': {
    description:
      'The part of the recording to transcribe, in seconds; all of it if absent. Times in the result stay those of the recording. Echoed if it was sent.',
  },
  'PreRecordedRequest.known_speakers': {
    description:
      'Up to four voices to recognise when `diarization` is on, each with the `audio_url` of an upload of 2 to 10 s in which only that ' +
      'person speaks. `post_session_metadata.diarization.known_speakers` has each `name` with the numbers of its `speakers`; a sample ' +
      'without a voice is the error in `result.diarization`. Such a job is not given to a pool. Echoed if it was sent.',
  },
  'PreRecordedRequest.custom_metadata': {
    description: 'Arbitrary data that the job returns unchanged and that lists can be filtered by.',
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
  'PreRecordedRequest.callback': { description: 'Calls `callback_config.url` when the job ends.' },
  'PreRecordedRequest.callback_config': usedWhen('callback'),
  'PreRecordedRequest.callback_url': {
    description: 'Use `callback` and `callback_config` instead.',
    deprecated: true,
  },
  'PreRecordedRequest.diarization': { description: 'Identifies speakers: each utterance has a `speaker`.' },
  'PreRecordedRequest.diarization_config': usedWhen('diarization'),
  'AddonsRequest.transcription': {
    description:
      'A transcript to read in place of the job’s, such as a corrected one; only `utterances` is required.',
  },
  'AddonsRequest.diarization_config': usedWhen('diarization'),
  'LanguageConfig.languages': {
    description: 'A single language is used as given; otherwise the language is detected.',
  },
  'LanguageConfig.code_switching': {
    description:
      'Detects the language of each utterance. Ignored if exactly one language is given, and by `stt-3`.',
  },
  'AudioMetadata.size': { description: 'Bytes.' },
  'AudioMetadata.audio_duration': {
    description: 'Seconds; 0 if only decoding the whole file would reveal it.',
  },
  'PreRecordedResponse.completed_at': { description: 'Set when `status` is `done` or `error`.' },
  'PreRecordedResponse.error_code': { description: 'HTTP status of the failure when `status` is `error`.' },
  'PreRecordedResponse.post_session_metadata': {
    description:
      '`model`, `draft` (the model that would make fewer mistakes, if the built-in one ran: `model_id`, `title`, `bytes`), what the job ' +
      'is waiting for (`waiting.reason`: `model-missing` or `storage`), `progress` (0 to 1), `seconds_left` and how it ran. ' +
      '`language_found_by` names the model that found the language for `stt-3`; `unsure_language` is one that was detected, but is none too ' +
      'sure; `unheard` lists stretches (`channel`, `start`, `end`) in ' +
      'which somebody seems to speak and no words were recognised; `other_languages` lists those in another language than the one used ' +
      '(`language`, `confidence`, `switched`); `low_confidence` is the mean of all words where it is low; `heard_whole` counts where the ' +
      'model needed a whole window of 30 s; `changed_by_vote` counts the windows whose text the second recogniser of `stt-fusion` ' +
      'changed; `diarization.overlaps` lists where several people speak at once (`channel`, `start`, `end`); ' +
      '`fallbacks` lists plainer ways that had to be taken: ' +
      '`whole-window` (the model cannot hear less than 30 s), `beam-failed` (it could not follow several hypotheses, so that parts were ' +
      'recognised as with `fast`), `no-beam` (`careful` changed nothing), `copied-cache` (the runtime is another one than expected: ' +
      'slower). After a failure, `error` with `code`, `message` and `remedy`.',
  },
  'PreRecordedResponse.version': { description: 'API version.' },
  'PreRecordedResponse.result': { description: 'Present when `status` is `done`.' },
  'PreRecordedRequestParamsResponse.model': { description: 'As it was sent.' },
  'PreRecordedRequestParamsResponse.callback_url': { deprecated: true },
  'TranscriptionResultDTO.diarization': {
    description:
      'Present when diarization was requested but failed, or found another number of speakers than requested; `error` says how many. Its ' +
      '`results` are deprecated.',
  },
  'TranscriptionMetadata.number_of_distinct_channels': {
    description:
      'Channels with speech that no other channel has. A copy, crosstalk, a hum, noise or silence makes no channel distinct; at least 1.',
  },
  'TranscriptionMetadata.billing_time': {
    description: 'Seconds: `audio_duration` times `number_of_distinct_channels`.',
  },
  'Transcription.languages': { description: 'Most frequently spoken first.' },
  'CorrectedTranscript.revision': { description: 'Counts the saves; 0 if nobody has corrected it.' },
  'CorrectedTranscript.utterances': {
    description: 'Paragraphs without what was struck or redacted; `speaker_name` with `names=true`.',
  },
  'Utterance.speaker_confidence': {
    description: 'The lowest `speaker_confidence` of its words; absent if none has one.',
  },
  'Word.speaker_confidence': {
    description: 'Chance that the speaker of the utterance says this word, given only where it is below 0.6.',
  },
  'Word.word': { description: 'Includes its leading space, except at the start of the file.' },
  'ErrorResponse.validation_errors': {
    description: 'Only with status 400: each string starts with the path of its field.',
  },
};

/** Notes on the add-ons' own fields. */
function addonNotes(): [string, FieldNote][] {
  return addonSchemas.flatMap(({ key, config, result }) => {
    const { stability, description, fields = {} } = addonApis.get(key) ?? {};
    const stable: FieldNote = stability ? { 'x-stability': stability } : {};
    const notes: [string, FieldNote][] = [
      [`PreRecordedRequest.${key}`, { ...(description && { description }), ...stable }],
    ];
    if (config) notes.push([`PreRecordedRequest.${key}_config`, { ...usedWhen(key), ...stable }]);
    if (result?.at === 'result-and-text') {
      notes.push([
        `TranscriptionResultDTO.${key}`,
        { description: `Use \`transcription.${key}\` instead.`, deprecated: true },
      ]);
    }
    for (const [path, text] of Object.entries(fields)) notes.push([path, { description: text }]);
    return notes;
  });
}

const ENVELOPE_NOTES: Record<string, FieldNote> = {
  success: { description: 'False if there is no valid output; `error` then says why.' },
  is_empty: { description: 'The add-on ran and found nothing.' },
  exec_time: { description: 'Seconds.' },
  made_by: {
    description:
      'What made the results: `rules`, a `model` of the manifest, or the model of the `browser`. Absent where there is only one way.',
  },
  model: { description: 'Ids of the models that took part, separated by commas; null if none did.' },
  incomplete: {
    description:
      'What was left out or done less well than requested, one sentence each. Absent if nothing was.',
  },
};

/** Describes the fields of every envelope, wherever one is. */
function describeEnvelopes(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const properties: unknown = Reflect.get(schema, 'properties');
  if (typeof properties === 'object' && properties !== null && 'exec_time' in properties) {
    for (const [field, note] of Object.entries(ENVELOPE_NOTES)) {
      const own: unknown = Reflect.get(properties, field);
      if (typeof own === 'object' && own !== null) Object.assign(own, note);
    }
  }
  for (const part of Object.values(schema)) describeEnvelopes(part);
}

/** Adds the notes to the schemas. Throws if a note's field no longer exists in the contract. */
export function addFieldNotes(schemas: Record<string, JsonSchema>): void {
  for (const [path, note] of [...Object.entries(FIELD_NOTES), ...addonNotes()]) {
    const [name = '', field = ''] = path.split('.');
    const { properties } = schemas[name] ?? {};
    const schema: unknown = properties && Reflect.get(Object(properties), field);
    if (typeof schema !== 'object' || schema === null)
      throw new Error(`${path} has a note but is not in the contract.`);
    Object.assign(schema, note);
  }
  describeEnvelopes(schemas);
}
