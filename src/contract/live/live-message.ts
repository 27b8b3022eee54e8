import { messageData } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';
import { translationLanguageCode } from '../transcripts/language-code.ts';
import { SOUND_KINDS } from '../transcripts/sound-kind.ts';
import { transcription, transcriptionResult } from '../transcripts/transcription-result.ts';
import { translatedUtterance, utterance } from '../transcripts/utterance.ts';
import type { LiveMessageSwitches } from './live-request.ts';

const seconds = z.number().min(0);
const fault = z.object({ message: z.string() });
const head = { session_id: z.uuid(), created_at: z.iso.datetime() };
const message = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ ...head, type: z.literal(type), ...shape });

/** An answer to an action; `data` is null if it failed. */
const acknowledgment = { acknowledged: z.boolean(), error: fault.nullable() };
const range = z.tuple([z.number().min(0), z.number().min(0)]);
const speech = { data: z.object({ time: seconds, channel: z.int().min(0) }) };

/** An addition to the wire: of an utterance that is not final, how many of its words never change again. */
export const liveUtterance = utterance.extend({ settled_words: z.int().min(0).optional() });

const ofUtterance = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  error: fault.nullable(),
  data: z.object({ utterance_id: z.string(), utterance, ...shape }).nullable(),
});

/** A text frame from the service; times in seconds of the session, ranges of bytes and seconds from its beginning. */
export const liveMessage = z.discriminatedUnion('type', [
  message('start_session', {}),
  message('start_recording', {}),
  message('audio_chunk', {
    ...acknowledgment,
    data: z.object({ byte_range: range, time_range: range }).nullable(),
  }),
  message('stop_recording', {
    ...acknowledgment,
    data: z.object({ recording_duration: seconds, recording_left_to_process: seconds }).nullable(),
  }),
  message('speech_start', speech),
  message('speech_end', speech),
  message('transcript', {
    data: z.object({ id: z.string(), is_final: z.boolean(), utterance: liveUtterance }),
  }),
  message(
    'translation',
    ofUtterance({
      original_language: z.string(),
      target_language: translationLanguageCode,
      translated_utterance: translatedUtterance,
    }),
  ),
  message('named_entity_recognition', ofUtterance({ results: z.array(z.unknown()) })),
  message('sentiment_analysis', ofUtterance({ results: z.array(z.unknown()) })),
  /** An addition to the wire: who says the utterances that have ended, once that is known or found to be somebody else. */
  message('speakers', {
    data: z.object({
      utterances: z.array(z.object({ id: z.string(), speaker: z.int().min(0), name: z.string().optional() })),
    }),
  }),
  /** An addition to the wire: a sound that has begun, or is over; the same id both times. */
  message('sound_event', {
    data: z.object({
      id: z.string(),
      kind: z.enum(SOUND_KINDS),
      start: seconds,
      end: seconds,
      confidence: z.number(),
      is_final: z.boolean(),
    }),
  }),
  message('end_recording', { data: z.object({ recording_duration: seconds }) }),
  message('post_transcript', { data: transcription }),
  message('post_final_transcript', { data: transcriptionResult }),
  message('post_summarization', {
    error: fault.nullable(),
    data: z.object({ results: z.string() }).nullable(),
  }),
  message('end_session', {}),
  /** Additions to the wire: a fault that ends nothing, with its text as data, and how recognition follows the sound. */
  message('error', {
    error: fault,
    texts: z.array(messageData).optional(),
    /** Whether nothing more is recognised in this session. */
    unrecognised: z.literal(true).optional(),
  }),
  message('pace', {
    data: z.object({ pace: z.enum(['full', 'longer-steps', 'sentences']), lag: seconds }),
  }),
]);

export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveMessageType = LiveMessage['type'];
/** A message without what all have. */
export type LiveContent = {
  [Type in LiveMessageType]: Omit<Extract<LiveMessage, { type: Type }>, 'session_id' | 'created_at'>;
}[LiveMessageType];

const SWITCH: Record<LiveMessageType, keyof LiveMessageSwitches> = {
  start_session: 'receive_lifecycle_events',
  start_recording: 'receive_lifecycle_events',
  end_recording: 'receive_lifecycle_events',
  end_session: 'receive_lifecycle_events',
  audio_chunk: 'receive_acknowledgments',
  stop_recording: 'receive_acknowledgments',
  speech_start: 'receive_speech_events',
  speech_end: 'receive_speech_events',
  transcript: 'receive_final_transcripts',
  translation: 'receive_realtime_processing_events',
  named_entity_recognition: 'receive_realtime_processing_events',
  sentiment_analysis: 'receive_realtime_processing_events',
  speakers: 'receive_realtime_processing_events',
  sound_event: 'receive_realtime_processing_events',
  post_transcript: 'receive_post_processing_events',
  post_final_transcript: 'receive_post_processing_events',
  post_summarization: 'receive_post_processing_events',
  error: 'receive_errors',
  pace: 'receive_pre_processing_events',
};

/** Whether a receiver with these switches gets a message. */
export function isWanted(content: LiveContent, switches: LiveMessageSwitches): boolean {
  if (content.type === 'transcript' && !content.data.is_final) return switches.receive_partial_transcripts;
  return switches[SWITCH[content.type]];
}

/** A text frame from a client. */
export const liveAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('audio_chunk'), data: z.object({ chunk: z.base64() }) }),
  /** `at_once`: the last words are not waited for. */
  z.object({ type: z.literal('stop_recording'), at_once: z.boolean().optional() }),
]);
