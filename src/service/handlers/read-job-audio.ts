import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { getAudio, openAudioBytes } from '../../storage/recordings/audio-store.ts';
import { audioResponse } from '../audio-response.ts';
import { jobRowOfCaller } from '../job-of-caller.ts';
import type { ServiceContext } from '../service-context.ts';

/** `GET /v2/pre-recorded/{id}/file`: a job's audio as stored. */
export async function readJobAudio(context: ServiceContext): Promise<Response> {
  const job = await jobRowOfCaller(context);
  const audio = job.audio_id === null ? null : await getAudio(job.audio_id);
  if (!audio) throw new AppError('not_found', msg`The audio of this job is not stored here yet.`);
  return audioResponse(context.req.raw, audio, await openAudioBytes(audio.id));
}
