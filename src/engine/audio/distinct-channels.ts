/**
 * Share of a channel's power that is left when the other one, scaled to fit best, is taken away: −10 dB is "the same".
 * One voice before two microphones, or through a joint-stereo coder, leaves −15 to −35 dB in a block; where two people
 * have a channel each, all of it is left as soon as one of them speaks.
 */
const SAME_RESIDUAL = 0.1;
/** What is left is no voice when it lies 30 dB below the loudest block so far: in pauses only noise is left. */
const FAINT_RESIDUAL = 1e-3;
/** A difference below this power (−60 dB of full scale) is noise, dither or coding, before any block was loud. */
const NOISE_POWER = 1e-6;

/**
 * Tells, block by block, which channels carry sound of their own. Two channels are the same as long as one is the other
 * times a constant (which may be negative) with a residual 10 dB below it; digital copies have none. A silent channel
 * differs from one that sounds. Once different, two channels stay different: their past cannot be mixed up again.
 */
export class DistinctChannels {
  /** For every channel, the channels before it that were the same up to now. */
  readonly #sameAs: Set<number>[] = [];
  #blocks = 0;
  /** Mean power of the loudest block of any channel. */
  #loudest = 0;

  /** Channels that differ from all channels before them; at least one. */
  get count(): number {
    return Math.max(1, this.distinct.length);
  }

  get distinct(): number[] {
    return this.#sameAs.flatMap((others, channel) => (others.size === 0 ? [channel] : []));
  }

  /** Takes the next block of every channel, all equally long. */
  compare(planes: Float32Array[]): void {
    for (const channel of planes.keys()) {
      // A channel that appears later was silent before.
      this.#sameAs[channel] ??= new Set(
        this.#blocks === 0 ? Array.from({ length: channel }, (_, i) => i) : [],
      );
    }
    this.#loudest = Math.max(this.#loudest, ...planes.map(meanPower));
    const faint = Math.max(NOISE_POWER, this.#loudest * FAINT_RESIDUAL);
    for (const [channel, others] of this.#sameAs.entries()) {
      const plane = planes[channel];
      for (const other of others) {
        const reference = planes[other];
        if (plane && reference && !isSame(plane, reference, faint)) others.delete(other);
      }
    }
    this.#blocks++;
  }
}

function meanPower(plane: Float32Array): number {
  let power = 0;
  for (const value of plane) power += value * value;
  return power / Math.max(1, plane.length);
}

/** `faint` is the mean power below which a difference does not count. */
function isSame(plane: Float32Array, reference: Float32Array, faint: number): boolean {
  let power = 0;
  let referencePower = 0;
  let product = 0;
  for (let index = 0; index < plane.length; index++) {
    const value = plane[index] ?? 0;
    const other = reference[index] ?? 0;
    power += value * value;
    referencePower += other * other;
    product += value * other;
  }
  const louder = Math.max(power, referencePower);
  // Share of the one that is not in the other, however both are scaled.
  const own = power > 0 && referencePower > 0 ? 1 - (product * product) / (power * referencePower) : 1;
  return own <= SAME_RESIDUAL || own * louder <= faint * plane.length;
}
