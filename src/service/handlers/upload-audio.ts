import { uploadAddress } from '../../contract/clients/api-addresses.ts';
import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import type { FormPart } from '../../contract/jobs/handed-form.ts';
import { type UploadedFile, uploadByUrl } from '../../contract/jobs/uploaded-file.ts';
import { shownAddress } from '../../lib/addresses/shown-address.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { fetchRemoteAudio } from '../../recordings/fetch-remote-audio.ts';
import { storeArrivingRecording, storeRecording } from '../../recordings/store-recording.ts';
import { ensureRoom, freeBytes, storageFull } from '../../storage/database/quota.ts';
import type { AudioRecord } from '../../storage/database/records.ts';
import { ensureWithinLimits } from '../../storage/settings/limits.ts';
import { storedAudio } from '../enqueue.ts';
import { jsonResponse } from '../json-response.ts';
import { pickAudioPart } from '../multipart/pick-audio-part.ts';
import { splitParts } from '../multipart/split-parts.ts';
import { boundaryOf, mediaType, readJson } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';

/** Bytes allowed in a body besides its file: delimiters, headers and plain fields. */
const MOST_AROUND_FILE = 1024 * 1024;

/** A browser terminates a worker's request after five minutes; the caller must get its answer before that. */
const REMOTE_TIMEOUT_MS = 4 * 60_000;

/** `POST /v2/upload` (specification §4.1): a file, or JSON with the URL of one. */
export async function uploadAudio(context: ServiceContext): Promise<Response> {
  const type = mediaType(context.req.raw);
  const audio =
    type === 'multipart/form-data'
      ? await storeFile(context)
      : type === 'application/json'
        ? await storeFromUrl(context)
        : refuseType(type);
  const uploaded: UploadedFile = {
    audio_url: uploadAddress(context.get('base'), audio.id),
    audio_metadata: {
      id: audio.id,
      filename: audio.filename,
      extension: audio.extension,
      size: audio.size,
      audio_duration: audio.audio_duration ?? 0,
      number_of_channels: audio.number_of_channels ?? 1,
    },
  };
  return jsonResponse(uploaded);
}

function refuseType(type: string): never {
  throw new AppError(
    'unsupported_media',
    msg`The body must be multipart/form-data with a file named audio, or application/json with an audio_url, not ${type || 'of no type'}.`,
  );
}

async function storeFile(context: ServiceContext): Promise<AudioRecord> {
  const { signal } = context.req.raw;
  const { filename, bytes } = pickAudioPart(context.env?.parts ?? (await receivedParts(context.req.raw)));
  return storeRecording({ filename, bytes, source: null, keyId: context.get('key').id, signal });
}

async function receivedParts(request: Request): Promise<FormPart[]> {
  const boundary = boundaryOf(request);
  const length = Number(request.headers.get('content-length') ?? 0);
  await ensureWithinLimits({ bytes: length - MOST_AROUND_FILE, duration: null });
  await ensureRoom(length);
  return splitParts(await readBody(request, length), boundary);
}

/** A caller that stopped sending reads no response; for one still waiting, the browser had no room for the body. */
async function readBody(request: Request, length: number): Promise<Blob> {
  try {
    return await request.blob();
  } catch (error) {
    throw storageFull(length || null, await freeBytes(), error);
  }
}

async function storeFromUrl(context: ServiceContext): Promise<AudioRecord> {
  const parsed = uploadByUrl.safeParse(await readJson(context.req.raw), { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const url = parsed.data.audio_url;
  const stored = await storedAudio(url, { bases: context.get('bases'), keyId: context.get('key').id });
  if (stored) return stored;
  const timeout = AbortSignal.timeout(REMOTE_TIMEOUT_MS);
  try {
    const { bytes, filename } = await fetchRemoteAudio(
      url,
      AbortSignal.any([timeout, context.req.raw.signal]),
    );
    return await storeArrivingRecording({ filename, bytes, source: url, keyId: context.get('key').id });
  } catch (error) {
    if (!timeout.aborted) throw error;
    throw new AppError(
      'remote_audio',
      msg`The audio at ${shownAddress(url)} did not arrive within ${REMOTE_TIMEOUT_MS / 60_000} minutes.`,
      { remedy: msg`Create the job with this URL instead: jobs have no such limit.`, cause: error },
    );
  }
}
