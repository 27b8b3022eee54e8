import { isFormerPath, jobAddress } from '../../contract/clients/api-addresses.ts';
import type { ClientSettings } from '../../contract/clients/client-settings.ts';
import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import type { FormPart } from '../../contract/jobs/handed-form.ts';
import { AUTOMATIC, MODEL_NAMES } from '../../contract/jobs/model-name.ts';
import type { CreatedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { preRecordedRequest, unknownInRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { type RunIn, runIn } from '../../storage/database/records.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { type EnqueuedJob, enqueueJob } from '../enqueue.ts';
import { jsonResponse } from '../json-response.ts';
import { findOwnModel } from '../own-model-names.ts';
import {
  isForm,
  MAX_JSON_BYTES,
  MAX_TRANSCRIPT_BYTES,
  readForm,
  readJson,
  readValue,
  refuseOver,
} from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';
import { workElsewhere } from '../work-elsewhere.ts';

/** `wait` or `fail`: what the job does if its model is not installed. Defaults to the setting. */
export const WHEN_MODEL_MISSING_HEADER = 'x-earshot-when-model-missing';

/** `tell` (the default) or `switch`: what the job does with another language than the detected one. */
export const OTHER_LANGUAGES_HEADER = 'x-earshot-other-languages';

/**
 * `local`, `pool` or `prefer-local`: whether a device of the pool may run the job, any or only where this one is busy.
 * Defaults to what the key says, which is `local` unless somebody chose otherwise.
 */
export const RUN_IN_HEADER = 'x-earshot-run-in';

/** The part of a form that holds the request, and that of a transcript; other fields are those of the import's query. */
const [REQUEST_PART, TRANSCRIPT_PART] = ['request', 'transcript'];

/** `POST /v2/pre-recorded` (specification §4.2), also by its former path; with a form's transcript, or not at all. */
export async function createJob(context: ServiceContext): Promise<Response> {
  const whenModelMissing = await whenMissing(context.req.header(WHEN_MODEL_MISSING_HEADER));
  const switchLanguages = readSwitch(context.req.header(OTHER_LANGUAGES_HEADER));
  const where = readRunIn(context.req.header(RUN_IN_HEADER)) ?? context.get('key').run_in;
  const parts = await formParts(context);
  const { body: named, sentModel, ownModel } = await readBody(context, parts);
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
    allowDrafts: context.get('clients').allow_drafts ?? false,
    automatic: sentModel === AUTOMATIC,
    switchLanguages,
    notes: unknownInRequest(body),
    // Other devices do not have the samples of voices.
    runIn: where === 'local' || parsed.data.known_speakers ? null : where,
    storeTranscript: parts && (await transcriptWriter(parts, context)),
    bases: context.get('bases'),
  });
  const former = isFormerPath(new URL(context.req.url).pathname);
  const created: CreatedJob = { id, result_url: jobAddress(context.get('base'), id, { former }) };
  return jsonResponse(created);
}

/** The parts of a request that is a form; null if it is none. */
async function formParts({ env, req: { raw } }: ServiceContext): Promise<FormPart[] | null> {
  if (env?.parts) return env.parts;
  return isForm(raw) ? readForm(raw, MAX_JSON_BYTES + MAX_TRANSCRIPT_BYTES) : null;
}

interface ReadBody {
  /** With this service's model names. */
  body: unknown;
  /** The name that was sent in place of one of them. */
  sentModel: string | null;
  /** Id of the user's own model of that name. */
  ownModel: string | null;
}

async function readBody(context: ServiceContext, parts: readonly FormPart[] | null): Promise<ReadBody> {
  const body = parts
    ? readValue(await onlyPart(parts, REQUEST_PART, MAX_JSON_BYTES).content.text())
    : await readJson(context.req.raw);
  return withModelName(context, body);
}

/** The body with this service's model name in place of one from the settings, of the user's own or `automatic`. */
export async function withModelName(context: ServiceContext, body: unknown): Promise<ReadBody> {
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

/** Throws 400 unless a form has one part of this name, 413 if it is larger than `most` bytes. */
function onlyPart(parts: readonly FormPart[], name: string, most: number): FormPart {
  const [part, second] = parts.filter((one) => one.name === name);
  if (!part || second) throw invalidParameters([`${name} must be one part of the form`]);
  refuseOver(part.content.size, most);
  return part;
}

/** Stores the transcript that a form has for a job. */
async function transcriptWriter(
  parts: readonly FormPart[],
  context: ServiceContext,
): Promise<(job: EnqueuedJob) => Promise<unknown>> {
  const { filename, content } = onlyPart(parts, TRANSCRIPT_PART, MAX_TRANSCRIPT_BYTES);
  const fields = parts.filter(({ name }) => name !== REQUEST_PART && name !== TRANSCRIPT_PART);
  const query: [string, string][] = filename ? [['name', filename]] : [];
  for (const { name, content: value } of fields) query.push([name ?? '', await value.text()]);
  const bytes = new Uint8Array(await content.arrayBuffer());
  return (job) => {
    const ahead = {
      duration: job.file?.audio_duration ?? 0,
      languages: job.params.language_config.languages,
    };
    return workElsewhere({ kind: 'import', id: job.id, format: null, bytes, query, ahead }, job, context);
  };
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

export async function whenMissing(header: string | undefined): Promise<'wait' | 'fail'> {
  if (header === undefined) return (await getSettings()).when_model_missing;
  const choice = header.trim().toLowerCase();
  if (choice === 'wait' || choice === 'fail') return choice;
  throw invalidParameters([`${WHEN_MODEL_MISSING_HEADER} must be one of wait, fail`]);
}
