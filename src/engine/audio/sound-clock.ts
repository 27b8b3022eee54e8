import type { AudioPacket } from '../../media/audio-track.ts';

/** Sound that is this far behind the time of its packet shows that a packet was lost before it. */
const DRIFT_SECONDS = 0.035;
/** A stream whose times fall behind its sound by more than this counts from there on. */
const MAX_LEAD_SECONDS = 1;

/**
 * Where decoded sound belongs on the container's clock. Samples are counted, since the times of packets are rounded; the
 * times only show that something is missing.
 */
export class SoundClock {
  /** Time of the next sample, in seconds; null before the first. */
  #position: number | null = null;
  /** How far the sound was ahead of the times of its packets, at first. */
  #lead = 0;

  /**
   * @param packet that the sound was decoded from, where that is known
   * @param start time of the first sample, in seconds; heeded once
   * @returns time of this sound's first sample, in seconds
   */
  place(
    packet: AudioPacket | undefined,
    start: number,
    { samples, sampleRate }: { samples: number; sampleRate: number },
  ): number {
    const at = this.#follow(packet, start);
    this.#position = at + samples / sampleRate;
    return at;
  }

  #follow(packet: AudioPacket | undefined, start: number): number {
    if (this.#position === null) {
      this.#lead = packet ? start - packet.timestamp : 0;
      return start;
    }
    const behind = packet ? packet.timestamp + this.#lead - this.#position : 0;
    if (behind < -MAX_LEAD_SECONDS) this.#lead -= behind;
    return behind > DRIFT_SECONDS ? this.#position + behind : this.#position;
  }
}
