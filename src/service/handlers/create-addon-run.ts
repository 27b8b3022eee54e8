import { addonRunParams } from '../../contract/addons/addon-run-params.ts';
import {
  addonsRequest,
  type GivenTranscription,
  givenTranscription,
} from '../../contract/addons/addons-request.ts';
import { jobAddress } from '../../contract/clients/api-addresses.ts';
import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import type { CreatedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { unknownFields } from '../../contract/jobs/unknown-fields.ts';
import { announce } from '../../contract/realms/channel.ts';
import type { Transcription, TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { newId } from '../../lib/ids.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { addJob } from '../../storage/jobs/job-store.ts';
import { newJob, notesOf } from '../../storage/jobs/new-job.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { jobNotFound, jobOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import { MAX_TRANSCRIPT_BYTES, readJson } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';
import { withLanguageModel } from './create-job.ts';

type Finished = JobRecord & { result: TranscriptionResult & { transcription: Transcription } };
type Fields = Readonly<Record<string, unknown>>;

/**
 * `POST /v2/pre-recorded/{id}/addons`: runs add-ons on a finished transcript without recognising the recording again.
 * The run is a job of its own. Its results also become part of the job's, unless the caller sent a transcript.
 */
export async function createAddonRun(context: ServiceContext): Promise<Response> {
  const base = finished(await jobOfCaller(context));
  const { body: sent, sentLanguageModel } = withLanguageModel(
    await readJson(context.req.raw, MAX_TRANSCRIPT_BYTES),
    context.get('clients').models,
  );
  const body: Fields = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  const given = readGiven(body.transcription);
  const params = addonRunParams(base.params, body, given !== null);
  const { max_queued_jobs: mostQueued } = (await getSettings()).limits;
  const run = await addJob(
    {
      ...newJob(),
      id: newId(),
      key_id: base.key_id,
      custom_metadata: null,
      params,
      sent_language_model: sentLanguageModel,
      audio_id: base.audio_id,
      file: base.file,
      when_model_missing: base.when_model_missing,
      // Transcripts are those of many programs.
      ...notesOf(unknownFields(addonsRequest, { ...body, transcription: null })),
      builds_on: { job_id: base.id, merge: given === null },
      result: { metadata: base.result.metadata, transcription: given ?? base.result.transcription },
    },
    { mostQueued },
  );
  // The job, and its audio with it, may just have been deleted.
  if (!run) throw jobNotFound(base.id);
  announce({ type: 'job-queued', id: run.id });
  const created: CreatedJob = { id: run.id, result_url: jobAddress(context.get('base'), run.id) };
  return jsonResponse(created);
}

function finished(job: JobRecord): Finished {
  const transcription = job.result?.transcription;
  if (job.status === 'done' && job.result && transcription) {
    return { ...job, result: { ...job.result, transcription } };
  }
  throw job.status === 'error'
    ? new AppError('conflict', msg`The job ${job.id} failed, so it has no transcript. Create it again.`)
    : new AppError('conflict', msg`The job ${job.id} is not done yet. Wait until its status is done.`);
}

/** The caller's transcript with what was left out; null if there is none. Throws 400 if it is not one. */
function readGiven(sent: unknown): Transcription | null {
  if (sent === undefined || sent === null) return null;
  const parsed = givenTranscription.safeParse(sent, { reportInput: true });
  if (!parsed.success) {
    throw invalidParameters(validationErrors(parsed.error).map((fault) => `transcription.${fault}`));
  }
  return complete(parsed.data);
}

function complete({ utterances, full_transcript, languages }: GivenTranscription): Transcription {
  return {
    utterances,
    full_transcript: full_transcript ?? utterances.map(({ text }) => text).join(' '),
    languages: languages ?? [...new Set(utterances.map(({ language }) => language))],
  };
}
