import type { AudioPacket } from '../../../media/audio-track.ts';

/** A decoder that cannot continue with this recording, although another might. */
export class DecoderGaveUp extends Error {
  override name = 'DecoderGaveUp';

  /** @param undecoded packets that it took without producing audio, oldest first */
  constructor(
    message: string,
    readonly undecoded: readonly AudioPacket[],
  ) {
    super(message);
  }
}
