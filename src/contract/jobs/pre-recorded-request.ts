import { z } from '../../lib/zod.ts';
import {
  addonParameters,
  defaultConfigs,
  missingConfigs,
  olderSwitches,
  readOlderSwitches,
} from '../addons/addon-parameters.ts';
import { MODEL_NAMES, STT_3_LANGUAGES } from './model-name.ts';
import { languagesOf, olderParameters } from './older-parameters.ts';
import { QUALITIES } from './quality.ts';
import {
  callbackConfig,
  diarizationConfig,
  hasUserInfo,
  httpUrl,
  knownSpeakers,
  languageConfig,
  NO_USER_INFO,
  spanConfig,
} from './request-configs.ts';
import { unknownFields, unknownPaths } from './unknown-fields.ts';
import { withoutNulls } from './without-nulls.ts';

const parameters = z.object({
  audio_url: httpUrl,
  model: z.enum(MODEL_NAMES).default('stt-1'),
  language_config: languageConfig.default({ languages: [], code_switching: false }),
  // These four are not in the specification, whose echo has no other fields than its own unless they are sent.
  quality: z.enum(QUALITIES).optional(),
  allow_draft: z.boolean().optional(),
  span: spanConfig.optional(),
  known_speakers: knownSpeakers.optional(),
  custom_metadata: z.record(z.string(), z.unknown()).nullable().default(null),
  callback: z.boolean().default(false),
  callback_config: callbackConfig.optional(),
  callback_url: httpUrl.optional().meta({ deprecated: true }),
  diarization: z.boolean().default(false),
  diarization_config: diarizationConfig.optional(),
  ...addonParameters,
});

const sent = parameters.extend({ ...olderParameters, ...olderSwitches });

const complete = sent
  .transform(({ language, detect_language, enable_code_switching, code_switching_config, ...request }) => ({
    ...request,
    ...readOlderSwitches(request),
    language_config: languagesOf(
      { language, detect_language, enable_code_switching, code_switching_config },
      request.language_config,
    ),
  }))
  .superRefine((request, context) => {
    const missing = missingConfigs(request);
    if (request.callback && !request.callback_config) missing.push('callback');
    for (const name of missing) {
      context.addIssue({
        code: 'custom',
        path: [`${name}_config`],
        message: `is required when ${name} is true`,
      });
    }
    for (const [name, address] of addressesOf(request)) {
      if (!hasUserInfo(address)) continue;
      context.addIssue({ code: 'custom', path: name.split('.'), message: NO_USER_INFO });
    }
    const { min_speakers: least, max_speakers: most } = request.diarization_config ?? {};
    if (least && most && most < least) {
      context.addIssue({
        code: 'custom',
        path: ['diarization_config', 'max_speakers'],
        message: 'must not be less than min_speakers',
      });
    }
    if (request.model !== 'stt-3') return;
    const known: readonly string[] = STT_3_LANGUAGES;
    request.language_config.languages.forEach((language, index) => {
      if (known.includes(language)) return;
      context.addIssue({
        code: 'custom',
        path: ['language_config', 'languages', index],
        message: `must be one of ${STT_3_LANGUAGES.join(', ')} when model is stt-3`,
      });
    });
  })
  .transform((request) => ({ ...request, ...defaultConfigs(request) }));

type Addresses = Pick<z.infer<typeof parameters>, 'audio_url' | 'callback_url' | 'callback_config'>;

/** Every URL in a request, with the path of its field. */
export const addressesOf = (request: Addresses): [field: string, address: string][] =>
  Object.entries({
    audio_url: request.audio_url,
    callback_url: request.callback_url,
    'callback_config.url': request.callback_config?.url,
  }).flatMap(([field, address]) => (address === undefined ? [] : [[field, address]]));

/**
 * Body of `POST /v2/pre-recorded` (specification §2.4) with its defaults filled in; echoed as `request_params`. Null
 * represents an optional field that is left out. Unknown fields are dropped (`unknownInRequest`). Configurations are validated even if their
 * feature is off.
 */
export const preRecordedRequest = z.preprocess((body) => withoutNulls(sent, body), complete);

/** A note for each field of a body that is unknown and dropped. */
export const unknownInRequest = (body: unknown) => unknownFields(sent, body);
export const unknownPathsInRequest = (body: unknown) => unknownPaths(sent, body);

/** The parameters as stored: `audio_url` is null if the job failed before its audio was known (specification §2.4). */
export const requestParams = parameters.extend({ audio_url: httpUrl.nullable() });

/** The echo: `model` as it was sent, which may be a further name from the settings. */
export const requestEcho = requestParams.extend({ model: z.string() });

export type PreRecordedRequest = z.infer<typeof preRecordedRequest>;
export type PreRecordedRequestInput = OrNull<z.input<typeof complete>>;
export type RequestParams = z.infer<typeof requestParams>;

/** Null represents an optional field that is left out. */
type OrNull<Value> = Value extends readonly (infer Item)[]
  ? OrNull<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: undefined extends Value[Key] ? OrNull<Value[Key]> | null : OrNull<Value[Key]> }
    : Value;
