import { bestLogit } from './emitted-token.ts';
import type { BiasedChoice, HotWordBias } from './hot-word-bias.ts';
import type { HotWordNode } from './hot-word-trie.ts';

interface Begun<Position> {
  position: Position;
  paths: readonly HotWordNode[];
}

/**
 * Lets a bias influence greedy decoding and remembers where it first did. If the word it started breaks off, decoding
 * returns there and takes the model's own token. Without a bias every choice is the model's.
 */
export class BiasedWalk<Position> {
  private begun: Begun<Position> | null = null;
  /** Until the next token after going back. */
  private muted = false;

  constructor(private readonly bias: HotWordBias | undefined) {}

  choose(logits: Float32Array, offset: number, length: number): BiasedChoice {
    if (this.bias && !this.muted) return this.bias.choose(logits, offset, length);
    return { ...bestLogit(logits, offset, length), swayed: false };
  }

  /**
   * Takes a token that would be emitted at a position; returns the position to go back to instead, or null to keep it.
   */
  accept({ index, swayed }: BiasedChoice, position: Position): Position | null {
    if (!this.bias) return null;
    const paths = this.bias.save();
    const { goesOn, completes } = this.bias.accept(index);
    this.muted = false;
    if (completes) this.begun = null;
    else if (this.begun && !goesOn) return this.finish();
    else if (swayed && !this.begun) this.begun = { position, paths };
    return null;
  }

  /** Stops in the middle of an incomplete word, to go on from where it was started. @returns that position; null if there is none */
  suspend(): Position | null {
    const { begun } = this;
    if (!begun) return null;
    this.bias?.restore(begun.paths);
    this.begun = null;
    return begun.position;
  }

  /** Abandons an incomplete word. @returns the position to return to; null if there is none */
  finish(): Position | null {
    const { begun } = this;
    if (!begun) return null;
    this.bias?.restore(begun.paths);
    this.begun = null;
    this.muted = true;
    return begun.position;
  }
}
