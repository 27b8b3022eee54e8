import { z } from '../../lib/zod.ts';
import { AUTOMATIC } from '../jobs/model-name.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';

/** What OpenAI calls its models of speech, dated or not: here the languages and the installed models decide. */
const OPENAI_MODEL = /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe(?:-diarize)?(?:-\d{4}-\d\d-\d\d)?)$/;

/** This service's name for a model of OpenAI's wire; other names stay as they are. */
export const modelOf = (name: string): string => (OPENAI_MODEL.test(name) ? AUTOMATIC : name);

const common = {
  file: z.instanceof(Blob, { error: 'must be a file' }),
  model: z.string().min(1),
  /** Accepted without effect: no model here takes one. */
  prompt: z.string().optional(),
  /** The same. */
  temperature: z.coerce.number().min(0).max(1).default(0),
};

const turnDetection = z.object({
  type: z.literal('server_vad'),
  prefix_padding_ms: z.coerce.number().optional(),
  silence_duration_ms: z.coerce.number().optional(),
  threshold: z.coerce.number().optional(),
});

/** Fields of `POST /v1/audio/transcriptions`, as `readOpenAiForm` returns them. */
export const openAiTranscription = z
  .object({
    ...common,
    response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json']).default('json'),
    language: transcriptionLanguageCode.optional(),
    stream: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    timestamp_granularities: z.array(z.enum(['word', 'segment'])).optional(),
    include: z.array(z.literal('logprobs')).default([]),
    /** Accepted without effect: recordings are always cut in silence. */
    chunking_strategy: z.union([z.literal('auto'), turnDetection]).optional(),
    known_speaker_names: z
      .never({ error: 'must be left out: voices are not compared with samples' })
      .optional(),
    known_speaker_references: z
      .never({ error: 'must be left out: voices are not compared with samples' })
      .optional(),
  })
  .refine(
    ({ response_format, timestamp_granularities }) =>
      timestamp_granularities === undefined || response_format === 'verbose_json',
    { path: ['timestamp_granularities'], error: 'must be left out unless response_format is verbose_json' },
  );

/** Fields of `POST /v1/audio/translations`. */
export const openAiTranslation = z.object({
  ...common,
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt']).default('json'),
});

export type OpenAiTranscription = z.infer<typeof openAiTranscription>;
export type OpenAiTranslation = z.infer<typeof openAiTranslation>;
