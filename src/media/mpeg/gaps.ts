import type { FrameHeader } from './frame-header.ts';

/** A longer gap is unlikely to be lost audio: something else was inserted. */
const LONGEST_LOSS_SECONDS = 20;
/** Frames of one bit rate differ by a byte of padding, those of layer I by four. */
const PADDING_BYTES = 4;
/** So many frames show that all have one length. */
const PROOF_FRAMES = 16;

/** What is between frames, other than tags and zeros, and for how long it is. */
export interface SkippedBytes {
  bytes: number;
  /** Time that was kept for them, since they may have been frames. */
  seconds: number;
}

/** Judges what is between frames: frames that were overwritten have their time, what was inserted has none. */
export class Gaps {
  readonly skipped: SkippedBytes = { bytes: 0, seconds: 0 };
  #frames = 0;
  #bytes = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;

  /** @param hasAllFrames no frame is missing, so that all between them was inserted */
  constructor(private readonly hasAllFrames = false) {}

  pass({ bytes }: FrameHeader): void {
    this.#frames++;
    this.#bytes += bytes;
    this.#shortest = Math.min(this.#shortest, bytes);
    this.#longest = Math.max(this.#longest, bytes);
  }

  /** Seconds that a gap of so many bytes represents, before a frame with this header. */
  skip(bytes: number, { samples, sampleRate }: FrameHeader): number {
    if (this.#frames === 0) return 0;
    const length = this.#bytes / this.#frames;
    const lostFrames = Math.round(bytes / length);
    const seconds = (lostFrames * samples) / sampleRate;
    const isInserted =
      this.hasAllFrames ||
      seconds > LONGEST_LOSS_SECONDS ||
      this.#isBesideFrames(bytes - lostFrames * length);
    this.skipped.bytes += bytes;
    if (isInserted) return 0;
    this.skipped.seconds += seconds;
    return seconds;
  }

  /** Frames of one length that were overwritten leave a whole number of them. */
  #isBesideFrames(rest: number): boolean {
    const isConstant = this.#frames >= PROOF_FRAMES && this.#longest - this.#shortest <= PADDING_BYTES;
    return isConstant && Math.abs(rest) > PADDING_BYTES;
  }
}
