import { z } from '../../lib/zod.ts';
import { spokenLanguage } from './openai-request.ts';

const milliseconds = z.number().min(0).max(60_000).nullish();
const ofConversation = {
  create_response: z.boolean().optional(),
  interrupt_response: z.boolean().optional(),
};

/** How pauses divide the sound: by silence, or not at all (null). What only a conversation needs has no effect. */
const turnDetection = z
  .union([
    z.strictObject({
      type: z.literal('server_vad').default('server_vad'),
      threshold: z.number().min(0).max(1).optional(),
      prefix_padding_ms: milliseconds,
      silence_duration_ms: milliseconds,
      idle_timeout_ms: milliseconds,
      ...ofConversation,
    }),
    z.strictObject({
      type: z.literal('semantic_vad'),
      eagerness: z.enum(['low', 'medium', 'high', 'auto']).optional(),
      ...ofConversation,
    }),
  ])
  .nullable();

const transcription = z.strictObject({
  model: z.string().min(1).optional(),
  language: spokenLanguage.nullish(),
  languages: z.array(spokenLanguage).optional(),
  keywords: z.array(z.string().min(1)).optional(),
  prompt: z.string().optional(),
  delay: z.enum(['minimal', 'low', 'medium', 'high', 'xhigh']).optional(),
});

const noiseReduction = z
  .strictObject({ type: z.enum(['near_field', 'far_field']).optional() })
  .nullable()
  .optional();

const include = z.array(z.literal('item.input_audio_transcription.logprobs')).nullish();

const soundFormat = z.union([
  z.strictObject({ type: z.literal('audio/pcm'), rate: z.literal(24_000).default(24_000) }),
  z.strictObject({ type: z.literal('audio/pcmu') }),
  z.strictObject({ type: z.literal('audio/pcma') }),
]);

const session = z.strictObject({
  type: z.literal('transcription'),
  audio: z
    .strictObject({
      input: z
        .strictObject({
          format: soundFormat.optional(),
          transcription: transcription.nullable().optional(),
          turn_detection: turnDetection.optional(),
          noise_reduction: noiseReduction,
        })
        .default({}),
    })
    .default({ input: {} }),
  include,
});

/** The same before the API was generally available. */
const formerSession = z.strictObject({
  input_audio_format: z.enum(['pcm16', 'g711_ulaw', 'g711_alaw']).optional(),
  input_audio_transcription: transcription.nullable().optional(),
  turn_detection: turnDetection.optional(),
  input_audio_noise_reduction: noiseReduction,
  include,
});

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), event_id: z.string().max(512).optional(), ...shape });

/** An event from a client of a Realtime session that transcribes. */
export const realtimeRequest = z.discriminatedUnion('type', [
  event('session.update', { session }),
  event('transcription_session.update', { session: formerSession }),
  event('input_audio_buffer.append', { audio: z.base64() }),
  event('input_audio_buffer.commit', {}),
  event('input_audio_buffer.clear', {}),
]);

export const REALTIME_REQUESTS = realtimeRequest.options.map(({ shape }) => shape.type.value);

type Input = z.infer<typeof session>['audio']['input'];

/** The settings that a session has received so far. */
export interface RealtimeConfig {
  format: NonNullable<Input['format']>;
  transcription: z.infer<typeof transcription>;
  turn_detection: z.infer<typeof turnDetection>;
  noise_reduction: z.infer<typeof noiseReduction>;
  include: z.infer<typeof include>;
}

export type RealtimeRequest = z.infer<typeof realtimeRequest>;
