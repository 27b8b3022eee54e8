import type { AudioPacket } from '../../../media/audio-track.ts';

/** Packets in order, some of them repeated: what one decoder gave up on goes to the next. */
export class PacketQueue {
  #again: AudioPacket[] = [];

  constructor(readonly packets: AsyncGenerator<AudioPacket, void, undefined>) {}

  /** The packet with its own copy of the bytes, because readers reuse their buffers. */
  async next(): Promise<AudioPacket | null> {
    const again = this.#again.shift();
    if (again) return again;
    const next = await this.packets.next();
    if (next.done) return null;
    const { data, timestamp, duration } = next.value;
    return { data: data.slice(), timestamp, duration };
  }

  putBack(packets: readonly AudioPacket[]): void {
    this.#again.unshift(...packets);
  }

  async close(): Promise<void> {
    await this.packets.return();
  }
}
