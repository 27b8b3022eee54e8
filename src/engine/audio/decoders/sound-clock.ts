import type { AudioPacket } from '../../../media/audio-track.ts';

/** Audio this far behind its packet's time means that a packet before it was lost. */
const DRIFT_SECONDS = 0.035;
/** A stream whose timestamps lag behind its audio by more than this is timed from there on. */
const MAX_LEAD_SECONDS = 1;

/**
 * Position of decoded audio on the container's clock, by its samples: times of packets are rounded and show only gaps.
 */
export class SoundClock {
  /** Time of the next sample, in seconds; null before the first. */
  #position: number | null = null;
  /** Initial lead of the audio over its packets' times. */
  #lead = 0;

  /**
   * @param packet the audio was decoded from, if known
   * @param start time of the first sample in seconds; used only once
   * @returns time of this audio's first sample in seconds
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
