import { announce } from '../../contract/realms/channel.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { makeDocument } from '../../document/make-document.ts';
import { LIVE_VERSION } from '../../document/runs/live-transcript.ts';
import { blobSource, inPieces } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { newId } from '../../lib/ids.ts';
import { keepVersion } from '../../storage/corrections/save-corrected.ts';
import { addJob } from '../../storage/jobs/job-store.ts';
import { newJob, notesOf, settingsOfJob } from '../../storage/jobs/new-job.ts';
import { firstQueueRank } from '../../storage/jobs/queue-order.ts';
import { deleteLiveSession, type LiveSessionRecord } from '../../storage/live/live-store.ts';
import {
  type ArrivalRecord,
  deleteArrival,
  noteArrivalAudio,
  readArrival,
} from '../../storage/recordings/arrival-store.ts';
import { addArrivingAudio } from '../../storage/recordings/audio-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { jobParams } from './job-params.ts';
import { type SoundFormat, WAV_HEADER_BYTES, wavHeader } from './sound-format.ts';

/**
 * Makes a recording and a job of a session's stored sound; the job has the session's id. A page that ends in between leaves one of the
 * two: the arrival, or the job. Throws AppError, as storing does; the arrival is kept then.
 *
 * @param utterances the text as it was live, which remains as a version
 */
export async function becomeJob(
  session: LiveSessionRecord,
  arrival: ArrivalRecord,
  format: SoundFormat,
  utterances: readonly Utterance[],
): Promise<void> {
  if (arrival.bytes < WAV_HEADER_BYTES + format.frameBytes) {
    await addJob({ ...(await jobOf(session)), ...silent(format) });
    await forget(session, arrival);
    return;
  }
  const sound = await readArrival(arrival);
  if (sound.size < arrival.bytes)
    throw new AppError('storage_failed', msg`The browser deleted what was recorded so far.`);
  // A frame that was cut is none.
  const frames = Math.floor((sound.size - WAV_HEADER_BYTES) / format.frameBytes);
  const bytes = frames * format.frameBytes;
  const header = wavHeader(format, bytes);
  const whole = blobSource(new Blob([header, sound.slice(WAV_HEADER_BYTES, WAV_HEADER_BYTES + bytes)]));
  const duration = frames / format.sampleRate;
  const audioId = newId();
  const audio = await addArrivingAudio(audioId, inPieces(whole), async () => ({
    id: audioId,
    key_id: session.key_id,
    filename: arrival.filename,
    extension: 'wav',
    type: 'audio/wav',
    size: whole.size,
    audio_duration: duration,
    number_of_channels: format.channels,
    source: null,
    created_at: new Date().toISOString(),
  }));
  await noteArrivalAudio(arrival.id, audio.id).catch(console.warn);
  await addJob({
    ...(await jobOf(session)),
    audio_id: audio.id,
    file: {
      id: audio.id,
      filename: audio.filename,
      source: null,
      audio_duration: duration,
      number_of_channels: format.channels,
    },
  });
  const { id } = session;
  if (utterances.length > 0)
    await keepVersion(id, makeDocument(utterances, duration), LIVE_VERSION).catch(console.warn);
  await forget(session, arrival);
  announce({ type: 'job-queued', id });
}

/** What a page that ends before this leaves is deleted by the next host. */
async function forget({ id }: LiveSessionRecord, arrival: ArrivalRecord): Promise<void> {
  await deleteLiveSession(id).catch(console.warn);
  await deleteArrival(arrival.id).catch(console.warn);
  announce({ type: 'arrivals-changed' });
}

const jobOf = async (session: LiveSessionRecord) => ({
  ...newJob(),
  id: session.id,
  key_id: session.key_id,
  created_at: session.created_at,
  custom_metadata: session.params.custom_metadata,
  params: jobParams(session.params),
  sent_model: session.sent_model,
  audio_id: null,
  file: null,
  when_model_missing: session.when_model_missing,
  ...(session.own_model !== null && { own_model: session.own_model }),
  ...notesOf(session.request_notes),
  ...(session.automatic && { automatic: true }),
  ...(session.allow_draft && { allow_draft: true }),
  ...settingsOfJob(await getSettings()),
  // Somebody has just spoken, and waits for it; what runs goes on.
  queue_rank: await firstQueueRank(),
  live: session.params,
});

/** A session without any sound is done. */
const silent = ({ channels }: SoundFormat) => ({
  status: 'done' as const,
  completed_at: new Date().toISOString(),
  progress: 1,
  result: {
    metadata: {
      audio_duration: 0,
      number_of_distinct_channels: channels,
      billing_time: 0,
      transcription_time: 0,
    },
    transcription: { full_transcript: '', languages: [], utterances: [] },
  },
});
