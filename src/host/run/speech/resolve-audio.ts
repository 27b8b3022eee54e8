import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { fetchRemoteAudio } from '../../../recordings/fetch-remote-audio.ts';
import type { JobRecord } from '../../../storage/database/records.ts';
import { updateJob } from '../../../storage/jobs/job-store.ts';
import { deleteUnusedAudio, openAudioBytes } from '../../../storage/recordings/audio-store.ts';

/**
 * The bytes of a job's audio. A remote file is fetched once and kept with the job, so that a resumed job needs no
 * network. Throws 502, 413, 415, 422 or 507, as fetching, probing and storing do.
 */
export async function resolveAudio(job: JobRecord, signal: AbortSignal): Promise<ByteSource> {
  if (job.audio_id !== null) return openAudioBytes(job.audio_id);
  const url = job.params.audio_url;
  if (url === null) throw new AppError('invalid_request', msg`The job has no audio.`);
  // The container library is large, and most jobs' audio is already stored.
  const { storeArrivingRecording } = await import('../../../recordings/store-recording.ts');
  const fetched = await fetchRemoteAudio(url, signal);
  const audio = await storeArrivingRecording({ ...fetched, source: url, keyId: job.key_id });
  const { id, filename, audio_duration, number_of_channels } = audio;
  const resolved = await updateJob(job.id, (current) =>
    current.claim === job.claim
      ? { audio_id: id, file: { id, filename, source: url, audio_duration, number_of_channels } }
      : null,
  );
  if (!resolved) {
    // Nothing else would ever delete it.
    await deleteUnusedAudio(id);
    throw new AppError(
      'cancelled',
      msg`The job was deleted or taken over while its audio was being fetched.`,
    );
  }
  return openAudioBytes(id);
}
