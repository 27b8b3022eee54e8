import type { AudioPacket } from '../../../media/audio-track.ts';

/** A decoder that cannot continue with this recording, although another might. */
export class DecoderGaveUp extends Error {
  override name = 'DecoderGaveUp';

  /** @param unheard packets that it took without producing audio, oldest first */
  constructor(
    message: string,
    readonly unheard: readonly AudioPacket[],
  ) {
    super(message);
  }
}
