import type { AudioPacket } from '../../media/audio-track.ts';

/** A decoder that cannot go on with this recording, though another one may. */
export class DecoderGaveUp extends Error {
  override name = 'DecoderGaveUp';

  /** @param unheard packets that it took and gave no sound for, oldest first */
  constructor(
    message: string,
    readonly unheard: readonly AudioPacket[],
  ) {
    super(message);
  }
}
