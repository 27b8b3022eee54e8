import { ownAudio } from '../contract/clients/api-addresses.ts';
import { invalidParameters } from '../contract/errors/invalid-parameters.ts';
import type { FileResponse } from '../contract/jobs/pre-recorded-job.ts';
import { addressesOf, type PreRecordedRequest } from '../contract/jobs/pre-recorded-request.ts';
import { announce } from '../contract/realms/channel.ts';
import { AppError } from '../lib/errors/errors.ts';
import { inEnglish, type Message, msg } from '../lib/errors/msg.ts';
import { newId } from '../lib/ids.ts';
import { deleteCorrectedAhead } from '../storage/corrections/save-corrected.ts';
import type { AudioRecord, JobRecord } from '../storage/database/records.ts';
import { addJob, getJob } from '../storage/jobs/job-store.ts';
import { newJob, notesOf, settingsOfJob } from '../storage/jobs/new-job.ts';
import { getAudio } from '../storage/recordings/audio-store.ts';
import { unreachable } from '../storage/settings/ensure-reachable.ts';
import { mayRead } from '../storage/settings/key-store.ts';
import { ensureWithinLimits } from '../storage/settings/limits.ts';
import { getSettings } from '../storage/settings/settings-store.ts';

/** A job that is not stored yet. */
export type EnqueuedJob = Pick<JobRecord, 'id' | 'file' | 'params'>;

export interface Enqueueing {
  /** The parsed request with its defaults. */
  params: PreRecordedRequest;
  /** `model` as it was sent, if that was a further name from the settings. */
  sentModel?: string | null;
  /** The same of `audio_to_llm_config.model`. */
  sentLanguageModel?: string | null;
  /** Key that will own the job. */
  keyId: string;
  whenModelMissing: 'wait' | 'fail';
  /** Id of the user's own model that the request named. */
  ownModel: string | null;
  /** Whether the operator lets the small English model write drafts, unless the request says otherwise. */
  allowDrafts: boolean;
  /** Whether the languages and the installed models decide which model runs. */
  automatic: boolean;
  /** Whether stretches in another language than the detected one are transcribed in it. */
  switchLanguages: boolean;
  /** What of the request was ignored. */
  notes?: readonly Message[];
  /** Where the job may run, besides this device; null for nowhere. */
  runIn?: JobRecord['run_in'] | null;
  /** Stores the corrected transcript that the job is created with. */
  storeTranscript?: ((job: EnqueuedJob) => Promise<unknown>) | null;
  /** Base URLs of this service: an `audio_url` below one of them refers to stored audio. */
  bases: readonly string[];
}

/**
 * Stores a job as `queued` and notifies the other realms. Throws 400 if a URL must not be reached, 429 if the queue is
 * full, 413 if the audio exceeds the limits, 404 if it is not stored or belongs to another key.
 */
export async function enqueueJob(request: Enqueueing): Promise<JobRecord> {
  const { params, keyId } = request;
  const audio = await storedAudio(params.audio_url, request);
  await ensureReachable(params, audio === null);
  await ensureSamples(request);
  // The limits may have been lowered since the upload.
  if (audio) await ensureWithinLimits({ bytes: audio.size, duration: audio.audio_duration });
  const settings = await getSettings();
  const { max_queued_jobs: mostQueued } = settings.limits;
  const job = {
    ...newJob(),
    id: newId(),
    key_id: keyId,
    custom_metadata: params.custom_metadata,
    params,
    sent_model: request.sentModel ?? null,
    sent_language_model: request.sentLanguageModel ?? null,
    audio_id: audio?.id ?? null,
    file: audio && fileOf(audio),
    when_model_missing: request.whenModelMissing,
    ...(request.ownModel !== null && { own_model: request.ownModel }),
    ...((params.allow_draft ?? request.allowDrafts) && { allow_draft: true }),
    ...notesOf(request.notes),
    ...(request.automatic && { automatic: true }),
    ...(request.runIn && { run_in: request.runIn }),
    ...(request.switchLanguages && { switch_languages: true }),
    ...settingsOfJob(settings),
    attempts: 0,
  };
  // Another caller may be deleting the audio, with its last job, at this very moment.
  const stored = request.storeTranscript
    ? await addWithTranscript(job, mostQueued, request.storeTranscript)
    : await addJob(job, { mostQueued });
  if (!stored) throw notStored();
  announce({ type: 'job-queued', id: stored.id });
  return stored;
}

/** The transcript goes first: whatever ends this worker, no list shows a job without the transcript that was sent with it. */
async function addWithTranscript(
  job: Parameters<typeof addJob>[0] & EnqueuedJob,
  mostQueued: number | null,
  storeTranscript: NonNullable<Enqueueing['storeTranscript']>,
): Promise<JobRecord | null> {
  try {
    await storeTranscript(job);
    return await addJob(job, { mostQueued, edited: true });
  } finally {
    // If that fails, the next host deletes it.
    await deleteCorrectedAhead(job.id).catch(console.warn);
  }
}

/** Throws 400 if the recording or a receiver has an address that must not be reached. */
async function ensureReachable(params: PreRecordedRequest, isRemote: boolean): Promise<void> {
  const addresses = addressesOf(params).filter(([field]) => isRemote || field !== 'audio_url');
  const faults = await Promise.all(
    addresses.map(async ([field, address]) => {
      const reason = await unreachable(address);
      return reason === null ? [] : [`${field} must be public: ${inEnglish(reason)}`];
    }),
  );
  if (faults.flat().length > 0) throw invalidParameters(faults.flat());
}

/**
 * The stored audio behind a URL; null for a remote URL. Throws 404 if the URL is ours but this key has no such audio.
 */
export async function storedAudio(
  address: string,
  { bases, keyId }: { bases: readonly string[]; keyId: string },
): Promise<AudioRecord | null> {
  const own = ownAudio(address, bases);
  if (!own) return null;
  const audio = own.of === 'upload' ? await getAudio(own.id) : await audioOfJob(own.id, keyId);
  if (!audio || !mayRead(keyId, audio.key_id)) throw notStored();
  return audio;
}

/** Bounds of a known speaker's sample, in seconds. */
const [LEAST_SAMPLE, MOST_SAMPLE] = [2, 10];

/** Throws 400 unless each known speaker has an upload of the right length. */
async function ensureSamples(request: Enqueueing): Promise<void> {
  const samples = request.params.known_speakers ?? [];
  const faults = await Promise.all(
    samples.map(async ({ audio_url }, at) => {
      const own = ownAudio(audio_url, request.bases)?.of === 'upload';
      const { audio_duration: seconds } = (own && (await storedAudio(audio_url, request))) || {};
      if (own && !(seconds && (seconds < LEAST_SAMPLE || seconds > MOST_SAMPLE))) return [];
      return `known_speakers.${at}.audio_url must be an upload of ${LEAST_SAMPLE} to ${MOST_SAMPLE} s`;
    }),
  );
  if (faults.flat().length > 0) throw invalidParameters(faults.flat());
}

async function audioOfJob(jobId: string, keyId: string): Promise<AudioRecord | null> {
  const job = await getJob(jobId);
  if (!job?.audio_id || !mayRead(keyId, job.key_id)) return null;
  return getAudio(job.audio_id);
}

const fileOf = ({ id, filename, source, audio_duration, number_of_channels }: AudioRecord): FileResponse => ({
  id,
  filename,
  source,
  audio_duration,
  number_of_channels,
});

const notStored = () =>
  new AppError('not_found', msg`The audio at audio_url does not exist or has been deleted.`, {
    remedy: msg`Upload the file again.`,
  });
