/**
 * Share of a channel's power that remains after subtracting the other channel, optimally scaled: −10 dB counts as
 * "the same". One voice at two microphones, or through a joint-stereo codec, leaves −15 to −35 dB per block; if two
 * people have a channel each, everything remains as soon as one of them speaks.
 */
const SAME_RESIDUAL = 0.1;
/** A residual 30 dB below the loudest block so far is not a voice: in pauses only noise remains. */
const FAINT_RESIDUAL = 1e-3;
/** Until any block was loud, a difference below this power (−60 dB of full scale) is noise, dither or coding. */
const NOISE_POWER = 1e-6;

/**
 * Determines, block by block, which channels carry audio of their own. Two channels are the same as long as one
 * equals the other times a constant (possibly negative) with a residual 10 dB below it; digital copies have none. A
 * silent channel differs from one with sound. Once different, two channels stay different, because their pasts cannot
 * be merged again.
 */
export class DistinctChannels {
  /** For every channel, the earlier channels that have been the same so far. */
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

  /** Takes the next block of every channel, all of equal length. */
  compare(planes: Float32Array[]): void {
    for (const channel of planes.keys()) {
      // A channel that appears later was silent before.
      this.#sameAs[channel] ??= new Set(
        this.#blocks === 0 ? Array.from({ length: channel }, (_, i) => i) : [],
      );
    }
    this.#loudest = Math.max(this.#loudest, ...[...new Set(planes)].map(meanPower));
    const faint = Math.max(NOISE_POWER, this.#loudest * FAINT_RESIDUAL);
    for (const [channel, others] of this.#sameAs.entries()) {
      const plane = planes[channel];
      for (const other of others) {
        const reference = planes[other];
        // Identical channels share their planes.
        if (plane && reference && plane !== reference && !isSame(plane, reference, faint))
          others.delete(other);
      }
    }
    this.#blocks++;
  }
}

function meanPower(plane: Float32Array): number {
  let power = 0;
  // By index: a typed array's iterator takes several times as long.
  for (let index = 0; index < plane.length; index++) power += (plane[index] ?? 0) ** 2;
  return power / Math.max(1, plane.length);
}

/** `faint` is the mean power below which a difference is ignored. */
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
  // Share of one channel that is not in the other, however both are scaled.
  const own = power > 0 && referencePower > 0 ? 1 - (product * product) / (power * referencePower) : 1;
  return own <= SAME_RESIDUAL || own * louder <= faint * plane.length;
}
