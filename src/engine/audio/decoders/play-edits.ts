import type { Edit } from '../../../media/mp4/edit-list.ts';
import { silence } from '../levels/silence.ts';
import type { PcmBlock } from './pcm-block.ts';

type Decode = () => Promise<AsyncGenerator<PcmBlock, void, undefined>>;

/**
 * A recording as its edits have it: stretches of its sound in any order. `decode` yields blocks that follow each other
 * from the start, and is called anew where an edit goes back.
 */
export async function* playEdits(
  decode: Decode,
  edits: readonly Edit[],
): AsyncGenerator<PcmBlock, void, undefined> {
  const sound = new Playhead(decode);
  let position = 0;
  try {
    for (const { from, seconds } of edits) {
      const part = from === null ? sound.silence(seconds) : sound.play(from, from + seconds);
      for await (const block of part) {
        yield { ...block, timestamp: position };
        position += secondsOf(block);
      }
    }
  } finally {
    await sound.close();
  }
}

class Playhead {
  readonly #decode: Decode;
  #blocks: AsyncGenerator<PcmBlock, void, undefined> | null = null;
  /** The block that is being read; null if the next one is. */
  #block: PcmBlock | null = null;
  /** Where the block begins, or the next one. */
  #at = 0;

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  async *play(from: number, to: number): AsyncGenerator<PcmBlock, void, undefined> {
    if (from < this.#at) await this.close();
    for (let block = await this.#current(); block && this.#at < to; block = await this.#current()) {
      const end = block.timestamp + secondsOf(block);
      const start = Math.max(from, block.timestamp);
      if (start < end) yield* cut(block, start, Math.min(to, end));
      if (end > to) return;
      this.#block = null;
      this.#at = end;
    }
  }

  /** Silence with the rate and the channels of the sound. */
  async *silence(seconds: number): AsyncGenerator<PcmBlock, void, undefined> {
    const like = await this.#current();
    if (like) yield* silence(0, seconds, like);
  }

  async close(): Promise<void> {
    await this.#blocks?.return();
    this.#blocks = null;
    this.#block = null;
    this.#at = 0;
  }

  async #current(): Promise<PcmBlock | null> {
    if (this.#block) return this.#block;
    this.#blocks ??= await this.#decode();
    const { value } = await this.#blocks.next();
    this.#block = value ?? null;
    if (value) this.#at = value.timestamp;
    return this.#block;
  }
}

const secondsOf = ({ planes, sampleRate }: PcmBlock): number => (planes[0]?.length ?? 0) / sampleRate;

/** The samples of a block from one second to another, if there are any. */
function* cut(block: PcmBlock, from: number, to: number): Generator<PcmBlock, void, undefined> {
  const sampleAt = (second: number) => Math.round((second - block.timestamp) * block.sampleRate);
  const planes = block.planes.map((plane) => plane.subarray(sampleAt(from), sampleAt(to)));
  if (planes[0]?.length) yield { ...block, planes };
}
