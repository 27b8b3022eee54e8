import { liveAddress } from '../../contract/clients/api-addresses.ts';
import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import { AUTOMATIC } from '../../contract/jobs/model-name.ts';
import type { CreatedLiveSession } from '../../contract/live/live-job.ts';
import { liveRequest, unknownInLiveRequest } from '../../contract/live/live-request.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { newId } from '../../lib/ids.ts';
import { notesOf } from '../../storage/jobs/new-job.ts';
import { addLiveSession } from '../../storage/live/live-store.ts';
import { unreachable } from '../../storage/settings/ensure-reachable.ts';
import { jsonResponse } from '../json-response.ts';
import { readJson } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';
import { WHEN_MODEL_MISSING_HEADER, whenMissing, withModelName } from './create-job.ts';

/** `POST /v2/live`: a live session, and the URL of the socket that takes its sound. */
export async function createLive(context: ServiceContext): Promise<Response> {
  const when = await whenMissing(context.req.header(WHEN_MODEL_MISSING_HEADER));
  const { body, sentModel, ownModel } = await withModelName(context, await readJson(context.req.raw));
  const parsed = liveRequest.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const params = parsed.data;
  const { callback_config, post_processing } = params;
  const reason = callback_config ? await unreachable(callback_config.url) : null;
  if (reason) throw invalidParameters([`callback_config.url must be public: ${inEnglish(reason)}`]);
  const { id, created_at, token } = await addLiveSession(
    {
      id: newId(),
      key_id: context.get('key').id,
      token: newId(),
      params,
      sent_model: sentModel,
      own_model: ownModel,
      automatic: sentModel === AUTOMATIC,
      when_model_missing: when,
      ...notesOf(unknownInLiveRequest(body)),
      ...((post_processing.allow_draft ?? context.get('clients').allow_drafts) && { allow_draft: true }),
      arrival_id: null,
    },
    context.get('limits').max_queued_jobs,
  );
  const created: CreatedLiveSession = { id, created_at, url: liveAddress(context.get('base'), token) };
  return jsonResponse(created, { status: 201 });
}
