import { isFormerPath, jobAddress } from '../../contract/api-addresses.ts';
import type { ClientSettings } from '../../contract/client-settings.ts';
import { invalidParameters } from '../../contract/invalid-parameters.ts';
import { AUTOMATIC, MODEL_NAMES } from '../../contract/model-name.ts';
import type { CreatedJob } from '../../contract/pre-recorded-job.ts';
import { preRecordedRequest } from '../../contract/pre-recorded-request.ts';
import { validationErrors } from '../../contract/validation-errors.ts';
import { type RunIn, runIn } from '../../storage/records.ts';
import { getSettings } from '../../storage/settings-store.ts';
import { enqueueJob } from '../enqueue.ts';
import { jsonResponse } from '../json-response.ts';
import { findOwnModel } from '../own-model-names.ts';
import { readJson } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';

/** `wait` or `fail`: what the job does if its model is not installed. Defaults to the setting. */
export const WHEN_MODEL_MISSING_HEADER = 'x-earshot-when-model-missing';

/**
 * `tell` or `switch`: what the job does where another language is spoken than the detected one, if code switching was
 * not asked for. Tells it by default.
 */
export const OTHER_LANGUAGES_HEADER = 'x-earshot-other-languages';

/**
 * `local`, `pool` or `prefer-local`: whether a device of the pool may run the job, any or only where this one is busy.
 * Defaults to what the key says, which is `local` unless somebody chose otherwise.
 */
export const RUN_IN_HEADER = 'x-earshot-run-in';

/** `POST /v2/pre-recorded` (specification §4.2), and the former path. */
export async function createJob(context: ServiceContext): Promise<Response> {
  const whenModelMissing = await whenMissing(context.req.header(WHEN_MODEL_MISSING_HEADER));
  const switchLanguages = readSwitch(context.req.header(OTHER_LANGUAGES_HEADER));
  const where = readRunIn(context.req.header(RUN_IN_HEADER)) ?? context.get('key').run_in;
  const { body: named, sentModel, ownModel } = await readBody(context);
  const { body, sentLanguageModel } = withLanguageModel(named, context.get('clients').models);
  const parsed = preRecordedRequest.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { id } = await enqueueJob({
    params: parsed.data,
    sentModel,
    sentLanguageModel,
    keyId: context.get('key').id,
    whenModelMissing,
    ownModel,
    automatic: sentModel === AUTOMATIC,
    switchLanguages,
    runIn: where === 'local' ? null : where,
    bases: context.get('bases'),
  });
  const former = isFormerPath(new URL(context.req.url).pathname);
  const created: CreatedJob = { id, result_url: jobAddress(context.get('base'), id, { former }) };
  return jsonResponse(created);
}

interface ReadBody {
  /** With this service's model names. */
  body: unknown;
  /** The name that was sent in place of one of them. */
  sentModel: string | null;
  /** Id of the user's own model of that name. */
  ownModel: string | null;
}

async function readBody(context: ServiceContext): Promise<ReadBody> {
  const body = await readJson(context.req.raw);
  const sent = typeof body === 'object' && body !== null && 'model' in body ? body.model : null;
  const asSent = { body, sentModel: null, ownModel: null };
  if (typeof sent !== 'string' || MODEL_NAMES.some((name) => name === sent)) return asSent;
  const { models } = context.get('clients');
  if (Object.hasOwn(models, sent)) {
    return { body: { ...Object(body), model: models[sent] }, sentModel: sent, ownModel: null };
  }
  if (sent === AUTOMATIC)
    return { body: { ...Object(body), model: 'stt-1' }, sentModel: sent, ownModel: null };
  const ownModel = await findOwnModel(sent);
  // A model in the Whisper layout is used as stt-1 is.
  return ownModel === null
    ? asSent
    : { body: { ...Object(body), model: 'stt-1' }, sentModel: sent, ownModel };
}

/** The body with this service's name of the language model that answers prompts. */
export function withLanguageModel(
  body: unknown,
  models: ClientSettings['models'],
): { body: unknown; sentLanguageModel: string | null } {
  const config: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'audio_to_llm_config') : null;
  const sent: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'model') : null;
  if (typeof sent !== 'string' || !Object.hasOwn(models, sent)) return { body, sentLanguageModel: null };
  const audio_to_llm_config = { ...Object(config), model: models[sent] };
  return { body: { ...Object(body), audio_to_llm_config }, sentLanguageModel: sent };
}

function readSwitch(header: string | undefined): boolean {
  const choice = header?.trim().toLowerCase() ?? 'tell';
  if (choice === 'tell' || choice === 'switch') return choice === 'switch';
  throw invalidParameters([`${OTHER_LANGUAGES_HEADER} must be one of tell, switch`]);
}

function readRunIn(header: string | undefined): RunIn | null {
  if (header === undefined) return null;
  const choice = runIn.safeParse(header.trim().toLowerCase());
  if (choice.success) return choice.data;
  throw invalidParameters([`${RUN_IN_HEADER} must be one of ${runIn.options.join(', ')}`]);
}

async function whenMissing(header: string | undefined): Promise<'wait' | 'fail'> {
  if (header === undefined) return (await getSettings()).when_model_missing;
  const choice = header.trim().toLowerCase();
  if (choice === 'wait' || choice === 'fail') return choice;
  throw invalidParameters([`${WHEN_MODEL_MISSING_HEADER} must be one of wait, fail`]);
}
