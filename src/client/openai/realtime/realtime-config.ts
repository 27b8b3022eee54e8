import { AUTOMATIC } from '../../../contract/jobs/model-name.ts';
import type { LiveRequest } from '../../../contract/live/live-request.ts';
import { isWhisper, modelOf, OPENAI_MODELS } from '../../../contract/openai/openai-request.ts';
import type { RealtimeConfig, RealtimeRequest } from '../../../contract/openai/realtime-request.ts';
import { vocabularyOf } from '../further-options.ts';

type Update = Extract<RealtimeRequest, { session: object }>;

/** Seconds after which an utterance is divided though nobody pauses. */
const LONGEST_UTTERANCE = 30;

const SILENCE_MS = 500;

const FORMATS = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
} as const;

/** How the live engine takes each format; bytes of a second. */
const SOUNDS = {
  'audio/pcm': { encoding: 'wav/pcm', sample_rate: 24_000, bytes: 48_000 },
  'audio/pcmu': { encoding: 'wav/ulaw', sample_rate: 8_000, bytes: 8_000 },
  'audio/pcma': { encoding: 'wav/alaw', sample_rate: 8_000, bytes: 8_000 },
} as const;

export const firstConfig = (model: string | null): RealtimeConfig => ({
  format: FORMATS.pcm16,
  transcription: model === null ? {} : { model },
  turn_detection: {
    type: 'server_vad',
    threshold: 0.5,
    prefix_padding_ms: 300,
    silence_duration_ms: SILENCE_MS,
  },
  noise_reduction: null,
  include: null,
});

/** The settings with what an update names in their place, in either of its forms. */
export function updated(config: RealtimeConfig, update: Update): RealtimeConfig {
  const given = update.type === 'session.update' ? update.session.audio.input : formerInput(update.session);
  const { format, transcription, turn_detection, noise_reduction } = given;
  const { include } = update.session;
  return {
    format: format ?? config.format,
    transcription: transcription === undefined ? config.transcription : (transcription ?? {}),
    turn_detection: turn_detection === undefined ? config.turn_detection : turn_detection,
    noise_reduction: noise_reduction === undefined ? config.noise_reduction : noise_reduction,
    include: include === undefined ? config.include : include,
  };
}

const formerInput = (session: Extract<Update, { type: 'transcription_session.update' }>['session']) => ({
  format: session.input_audio_format && FORMATS[session.input_audio_format],
  transcription: session.input_audio_transcription,
  turn_detection: session.turn_detection,
  noise_reduction: session.input_audio_noise_reduction,
});

/** What of the settings the sound before cannot have had otherwise. */
export const ofSound = ({ format, transcription, turn_detection }: RealtimeConfig): string =>
  JSON.stringify([format, transcription, turn_detection]);

/** The session as its events show it. */
export function sessionOf(id: string, config: RealtimeConfig, isFormer: boolean): object {
  const { format, transcription, turn_detection, noise_reduction, include } = config;
  const of = { id, object: 'realtime.transcription_session', expires_at: 0, include: include ?? null };
  if (!isFormer)
    return {
      type: 'transcription',
      ...of,
      audio: { input: { format, transcription, noise_reduction, turn_detection } },
    };
  const [name] = Object.entries(FORMATS).find(([, { type }]) => type === format.type) ?? [];
  return {
    ...of,
    input_audio_format: name,
    input_audio_transcription: transcription,
    input_audio_noise_reduction: noise_reduction ?? null,
    turn_detection,
  };
}

export const bytesPerSecond = ({ format }: RealtimeConfig): number => SOUNDS[format.type].bytes;

/** The request for the live session that recognises the sound. */
export function liveRequestOf(config: RealtimeConfig): LiveRequest {
  const { format, transcription, turn_detection: turns } = config;
  const { model = AUTOMATIC, language, languages = [], prompt, keywords } = transcription;
  const { encoding, sample_rate } = SOUNDS[format.type];
  const silence = turns?.type === 'server_vad' ? (turns.silence_duration_ms ?? SILENCE_MS) : SILENCE_MS;
  const isOther = isWhisper(model) && !OPENAI_MODELS.includes(model);
  return {
    encoding,
    sample_rate,
    // Names of models may be those of the settings, which the service resolves.
    model: (isOther ? AUTOMATIC : modelOf(model)) as NonNullable<LiveRequest['model']>,
    endpointing: Math.min(Math.max(silence / 1000, 0.01), 10),
    maximum_duration_without_endpointing: LONGEST_UTTERANCE,
    ...(turns?.type === 'server_vad' &&
      turns.threshold !== undefined && { pre_processing: { speech_threshold: turns.threshold } }),
    language_config: { languages: [...(language ? [language] : []), ...languages] },
    realtime_processing: vocabularyOf(prompt, keywords),
  };
}
