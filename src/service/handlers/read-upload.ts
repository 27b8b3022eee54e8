import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { getAudio, openAudioBytes } from '../../storage/recordings/audio-store.ts';
import { mayRead } from '../../storage/settings/key-store.ts';
import { audioResponse } from '../audio-response.ts';
import { pathId, type ServiceContext } from '../service-context.ts';

/** `GET /v2/upload/{id}`: the target of `audio_url`. */
export async function readUpload(context: ServiceContext): Promise<Response> {
  const id = pathId(context);
  const audio = await getAudio(id);
  if (!audio || !mayRead(context.get('key').id, audio.key_id)) {
    throw new AppError('not_found', msg`The audio ${id} does not exist or has been deleted.`);
  }
  return audioResponse(context.req.raw, audio, await openAudioBytes(id));
}
