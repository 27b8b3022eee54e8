import type { AddonKey, AddonSchema } from '../../addons/addon-schema.ts';
import { addonSchemas } from '../../addons/addon-schemas.ts';
import { invalidParameters } from '../errors/invalid-parameters.ts';
import { validationErrors } from '../errors/validation-errors.ts';
import {
  type PreRecordedRequest,
  preRecordedRequest,
  type RequestParams,
} from '../jobs/pre-recorded-request.ts';
import { addonsRequest } from './addons-request.ts';

/**
 * The parameters of a run of add-ons on a finished transcript: those of its job, with the asked add-ons and no others.
 *
 * @param base parameters of the job
 * @param isGiven whether the add-ons read a transcript that the caller sent
 * @throws AppError `invalid_request`
 */
export function addonRunParams(
  base: RequestParams,
  body: Readonly<Record<string, unknown>>,
  isGiven: boolean,
): PreRecordedRequest {
  const fields = Object.fromEntries(Object.keys(addonsRequest.shape).map((name) => [name, body[name]]));
  const { transcription: _, ...own } = fields;
  const { model, language_config } = base;
  const audio_url = base.audio_url ?? 'https://unknown.invalid/';
  const parsed = preRecordedRequest.safeParse(
    { ...own, audio_url, model, language_config },
    { reportInput: true },
  );
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const asked = addonSchemas.filter(({ key }) => parsed.data[key]);
  if (asked.length === 0 && !parsed.data.diarization) {
    throw invalidParameters(['at least one add-on or diarization must be true']);
  }
  const rewriting = asked.filter(({ stage }) => stage !== 'transcript');
  if (!isGiven) refuseRedacted(base, rewriting);
  const changesText = rewriting.length > 0 || parsed.data.diarization;
  return { ...parsed.data, ...(changesText && !isGiven && readersOf(base, asked)) };
}

/** What was redacted remains so: what rewrites the text has no access to the original. */
function refuseRedacted(base: RequestParams, rewriting: readonly AddonSchema[]): void {
  if (!base.pii_redaction || rewriting.length === 0) return;
  const names = rewriting.map(({ key }) => `${key} cannot run on a transcript that was redacted`);
  throw invalidParameters(names);
}

/** The add-ons that read the job's transcript, which is about to change: they read it again. */
function readersOf(params: RequestParams, asked: readonly AddonSchema[]): Partial<PreRecordedRequest> {
  const known = new Set<AddonKey>(asked.map(({ key }) => key));
  const again = addonSchemas.filter(
    ({ key, stage }) => stage === 'transcript' && params[key] && !known.has(key),
  );
  return Object.fromEntries(
    again.flatMap(({ key, config }) => [
      [key, true],
      ...(config ? [[`${key}_config`, Reflect.get(params, `${key}_config`)]] : []),
    ]),
  );
}
