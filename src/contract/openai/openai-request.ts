import { z } from '../../lib/zod.ts';
import { AUTOMATIC } from '../jobs/model-name.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';

/** Models of OpenAI's wire, past and present, and of services with the same wire: here the languages and the installed models decide. */
export const OPENAI_MODELS = [
  'whisper-1',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
  'gpt-transcribe',
  'gpt-live-transcribe',
  'gpt-realtime-whisper',
  'whisper-large-v3',
  'whisper-large-v3-turbo',
];

/** This service's name for a model of OpenAI's wire, dated or not; other names are sent as they are. */
export const modelOf = (name: string): string =>
  OPENAI_MODELS.includes(name.replace(/-\d{4}-\d\d-\d\d$/, '')) ? AUTOMATIC : name;

/** Whether a model is one of Whisper's by its name, such as `Systran/faster-whisper-small`, so that an installed one can replace it. */
export const isWhisper = (name: string): boolean => name.toLowerCase().includes('whisper');

/** A code of one of the languages; a locale is refused by the code that it has. */
export const spokenLanguage = z
  .string()
  .superRefine((text, context) => {
    const codes: readonly string[] = transcriptionLanguageCode.options;
    if (codes.includes(text)) return;
    const [code = ''] = text.toLowerCase().split(/[-_]/);
    const remedy = codes.includes(code) ? `: use ${code}` : ', such as en';
    context.addIssue({ code: 'custom', message: `must be the code of a language without a region${remedy}` });
  })
  .pipe(transcriptionLanguageCode);

const common = {
  file: z.instanceof(Blob),
  model: z.string().min(1),
  /** Names and terms in it are written as they are there. */
  prompt: z.string().optional(),
  /** How far the text may be from the most probable one, which is always returned. */
  temperature: z.coerce.number().min(0).max(1).default(0),
};

const milliseconds = z.coerce.number().min(0).optional();

/** Recordings are always cut in silence, which is found by a measure of its own. */
const turnDetection = z.strictObject({
  type: z.literal('server_vad'),
  prefix_padding_ms: milliseconds,
  silence_duration_ms: milliseconds,
  threshold: z.coerce.number().min(0).max(1).optional(),
});

/** The bytes of a data URL. */
const dataUrl = z.string().transform((text, context) => {
  const [, type = '', body = ''] = /^data:([^,]*?);base64,(.+)$/s.exec(text) ?? [];
  try {
    if (body) return new Blob([Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0))], { type });
  } catch {
    // No base64.
  }
  context.addIssue({ code: 'custom', message: 'must be a data URL in base64' });
  return z.NEVER;
});

const transcriptionFields = z.strictObject({
  ...common,
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']).default('json'),
  language: spokenLanguage.optional(),
  /** Languages that are possible; empty for all. */
  languages: z.array(spokenLanguage).default([]),
  /** Words or phrases that are written as they are there, where they are spoken. */
  keywords: z.array(z.string().min(1)).default([]),
  stream: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  timestamp_granularities: z.array(z.enum(['word', 'segment'])).optional(),
  include: z.array(z.literal('logprobs')).default([]),
  chunking_strategy: z.union([z.literal('auto'), turnDetection]).optional(),
  known_speaker_names: z.array(z.string().min(1)).max(4).default([]),
  /** A recording of 2 to 10 s for each name. */
  known_speaker_references: z.array(dataUrl).max(4).default([]),
});

/** Fields of `POST /v1/audio/transcriptions`, as `readOpenAiForm` returns them. */
export const openAiTranscription = transcriptionFields.superRefine((fields, context) => {
  const refuse = (field: keyof typeof fields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const { response_format: format, known_speaker_names: names } = fields;
  if (fields.timestamp_granularities && format !== 'verbose_json')
    refuse('timestamp_granularities', 'must be left out unless response_format is verbose_json');
  if (fields.include.length > 0 && format !== 'json')
    refuse('include', 'must be left out unless response_format is json');
  if (fields.stream && format !== 'json' && format !== 'diarized_json')
    refuse('response_format', 'must be json or diarized_json where stream is true');
  if (names.length !== fields.known_speaker_references.length)
    refuse('known_speaker_references', 'must have one sample for each of known_speaker_names');
  if (names.length > 0 && format !== 'diarized_json')
    refuse('known_speaker_names', 'must be left out unless response_format is diarized_json');
});

/** Fields of `POST /v1/audio/translations`. */
export const openAiTranslation = z.strictObject({
  ...common,
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt']).default('json'),
});

/** Names of all fields. */
export const OPENAI_FIELDS = {
  transcription: Object.keys(transcriptionFields.shape),
  translation: Object.keys(openAiTranslation.shape),
};

export type OpenAiTranscription = z.infer<typeof openAiTranscription>;
export type OpenAiTranslation = z.infer<typeof openAiTranslation>;
