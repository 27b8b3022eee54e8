import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { addAudio, deleteUnusedAudio, getAudioBytes } from '../storage/audio-store.ts';
import { updateJob } from '../storage/job-store.ts';
import { ensureWithinLimits } from '../storage/limits.ts';
import type { JobRecord } from '../storage/records.ts';
import { fetchRemoteAudio } from './fetch-remote-audio.ts';

/**
 * The bytes of a job's audio; a remote address is fetched once, and kept with the job, so that a resumed job needs no
 * network. Throws 502, 413, 415, 422 or 507 as fetching, probing and storing do.
 */
export async function resolveAudio(job: JobRecord, signal: AbortSignal): Promise<Blob> {
  if (job.audio_id !== null) return getAudioBytes(job.audio_id);
  const url = job.params.audio_url;
  if (url === null) throw new AppError('invalid_request', 'The job names no audio.');
  const { bytes, filename } = await fetchRemoteAudio(url, signal);
  // The container library is large, and most jobs have their audio stored already.
  const { probeAudio } = await import('../media/probe-audio.ts');
  const probe = await probeAudio(bytes, filename);
  await ensureWithinLimits({ bytes: bytes.size, duration: probe.duration });
  const audio = {
    id: newId(),
    key_id: job.key_id,
    filename,
    extension: probe.extension,
    type: probe.type,
    size: bytes.size,
    audio_duration: probe.duration,
    number_of_channels: probe.numberOfChannels,
    source: url,
    created_at: new Date().toISOString(),
  };
  await addAudio(audio, bytes);
  const { id, audio_duration, number_of_channels } = audio;
  const resolved = await updateJob(job.id, () => ({
    audio_id: id,
    file: { id, filename, source: url, audio_duration, number_of_channels },
  }));
  if (!resolved) {
    // Nobody else would ever delete it.
    await deleteUnusedAudio(id);
    throw new AppError('cancelled', 'The job was deleted while its audio was fetched.');
  }
  return bytes;
}
