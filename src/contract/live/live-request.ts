import { z } from '../../lib/zod.ts';
import { addonParameters, defaultConfigs, missingConfigs } from '../addons/addon-parameters.ts';
import { MODEL_NAMES, STT_3_LANGUAGES } from '../jobs/model-name.ts';
import { QUALITIES } from '../jobs/quality.ts';
import {
  diarizationConfig,
  hasUserInfo,
  httpUrl,
  languageConfig,
  NO_USER_INFO,
} from '../jobs/request-configs.ts';
import { unknownFields } from '../jobs/unknown-fields.ts';
import { withoutNulls } from '../jobs/without-nulls.ts';
import { LIVE_BIT_DEPTHS, LIVE_ENCODINGS, LIVE_SAMPLE_RATES } from './live-sound.ts';

export { LIVE_BIT_DEPTHS, LIVE_ENCODINGS, LIVE_SAMPLE_RATES };

const addons = z.object(addonParameters);

const realtimeProcessing = addons.pick({
  custom_vocabulary: true,
  custom_vocabulary_config: true,
  custom_spelling: true,
  custom_spelling_config: true,
  translation: true,
  translation_config: true,
  named_entity_recognition: true,
  sentiment_analysis: true,
  sound_events: true,
  sound_events_config: true,
});

/** All that a job on a recording may be asked for. On the wire of other services it is the summary alone. */
const postProcessing = addons.extend({
  diarization: z.boolean().default(false),
  diarization_config: diarizationConfig.optional(),
  quality: z.enum(QUALITIES).optional(),
  allow_draft: z.boolean().optional(),
  chapterization: z.boolean().default(false).meta({ deprecated: true }),
});

/** Which messages are sent. */
const messageSwitches = {
  receive_partial_transcripts: z.boolean().default(false),
  receive_final_transcripts: z.boolean().default(true),
  receive_speech_events: z.boolean().default(true),
  receive_pre_processing_events: z.boolean().default(true),
  receive_realtime_processing_events: z.boolean().default(true),
  receive_post_processing_events: z.boolean().default(true),
  receive_acknowledgments: z.boolean().default(true),
  receive_errors: z.boolean().default(true),
  receive_lifecycle_events: z.boolean().default(false),
};

const messagesConfig = z.object(messageSwitches);

const parameters = z.object({
  encoding: z.enum(LIVE_ENCODINGS).default('wav/pcm'),
  bit_depth: z.literal(LIVE_BIT_DEPTHS).default(16),
  sample_rate: z.literal(LIVE_SAMPLE_RATES).default(16000),
  channels: z.int().min(1).max(8).default(1),
  model: z.enum(MODEL_NAMES).default('stt-1'),
  custom_metadata: z.record(z.string(), z.unknown()).nullable().default(null),
  endpointing: z.number().min(0.01).max(10).default(0.05),
  maximum_duration_without_endpointing: z.number().min(5).max(60).default(5),
  language_config: languageConfig.default({ languages: [], code_switching: false }),
  pre_processing: z
    .object({
      audio_enhancer: z.boolean().default(false),
      speech_threshold: z.number().min(0).max(1).optional(),
    })
    .prefault({}),
  realtime_processing: realtimeProcessing.prefault({}),
  post_processing: postProcessing.prefault({}),
  messages_config: messagesConfig.prefault({}),
  callback: z.boolean().default(false),
  callback_config: z.object({ url: httpUrl, ...messageSwitches }).optional(),
});

const complete = parameters
  .superRefine((request, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const { realtime_processing, post_processing, callback, callback_config, model } = request;
    for (const [part, fields] of Object.entries({ realtime_processing, post_processing })) {
      for (const name of missingConfigs(fields))
        refuse([part, `${name}_config`], `is required when ${name} is true`);
    }
    if (callback && !callback_config) refuse(['callback_config'], 'is required when callback is true');
    if (callback_config && hasUserInfo(callback_config.url)) refuse(['callback_config', 'url'], NO_USER_INFO);
    if (request.encoding !== 'wav/pcm' && ![8, 16].includes(request.bit_depth))
      refuse(['bit_depth'], `must be 8 when encoding is ${request.encoding}`);
    if (model !== 'stt-3') return;
    const known: readonly string[] = STT_3_LANGUAGES;
    request.language_config.languages.forEach((language, index) => {
      if (known.includes(language)) return;
      refuse(
        ['language_config', 'languages', index],
        `must be one of ${STT_3_LANGUAGES.join(', ')} when model is stt-3`,
      );
    });
  })
  .transform((request) => ({
    ...request,
    // The two have one byte a sample, whatever is left to the default.
    bit_depth: request.encoding === 'wav/pcm' ? request.bit_depth : (8 as const),
    realtime_processing: {
      ...request.realtime_processing,
      ...defaultConfigs(request.realtime_processing),
    },
    post_processing: { ...request.post_processing, ...defaultConfigs(request.post_processing) },
  }));

/**
 * Body of `POST /v2/live` with its defaults filled in. Null represents an optional field that is left out. Unknown fields are dropped (`unknownInLiveRequest`).
 * `endpointing` and `maximum_duration_without_endpointing` in seconds.
 */
export const liveRequest = z.preprocess((body) => withoutNulls(parameters, body ?? {}), complete);

/** A note for each field of a body that is unknown and dropped. */
export const unknownInLiveRequest = (body: unknown) => unknownFields(parameters, body);

/** The parameters as stored. */
export const liveParams = parameters;

/** The echo: `model` as it was sent, which may be a further name from the settings. */
export const liveEcho = parameters.extend({ model: z.string() });

export type LiveParams = z.infer<typeof liveParams>;
export type LiveMessageSwitches = z.infer<typeof messagesConfig>;
export type LiveRequestInput = z.input<typeof complete>;
/** A session as it is asked for: everything may be left out. */
export type LiveRequest = Omit<LiveRequestInput, 'model'> & {
  model?: LiveRequestInput['model'] | 'automatic';
};
