import { bestLogit } from './emitted-token.ts';
import type { HotWordNode, HotWordTrie } from './hot-word-trie.ts';

/** What greedy decoding takes at a step. */
export interface BiasedChoice {
  index: number;
  /** As the model has it, without the bias. */
  probability: number;
  /** Whether the model alone would have chosen another. */
  swayed: boolean;
}

/** What a token does to the words that were begun. */
export interface PathChange {
  /** Whether one that was begun before goes on. */
  goesOn: boolean;
  /** Whether one is complete. */
  completes: boolean;
}

/** Added to the logit of a token that goes on with a word of weight 1; nats. */
const MOST_BOOST = 4;
/** Share of it for a token that begins one: much else begins like it. */
const BEGINNING_SHARE = 0.5;
/** Share of it against the blank, for a word that is begun: the model says that no token is due. */
const BLANK_SHARE = 0.5;

/**
 * Leans greedy transducer decoding towards hot words by shallow fusion (Zhao et al. 2019, "Shallow-Fusion End-to-End
 * Contextual Biasing"): tokens that go on with a word's spelling get a bonus, less at the beginning. A word never begins
 * where the model alone writes nothing. One bias follows one window.
 */
export class HotWordBias {
  /** Words that are begun. */
  private paths: readonly HotWordNode[] = [];

  constructor(
    private readonly trie: HotWordTrie,
    private readonly blank: number,
  ) {}

  /** The best of `length` logits from `offset` on, with the bonus. */
  choose(logits: Float32Array, offset: number, length: number): BiasedChoice {
    const plain = bestLogit(logits, offset, length);
    const isBlank = plain.index === this.blank;
    const boosts = this.boosts(isBlank);
    const plainLogit = logits[offset + plain.index] ?? 0;
    let index = plain.index;
    let best = plainLogit + (boosts.get(plain.index) ?? 0);
    for (const [token, boost] of boosts) {
      const logit = (logits[offset + token] ?? Number.NEGATIVE_INFINITY) + boost;
      if (logit > best) [index, best] = [token, logit];
    }
    const ratio = Math.exp((logits[offset + index] ?? Number.NEGATIVE_INFINITY) - plainLogit);
    return { index, probability: plain.probability * ratio, swayed: index !== plain.index };
  }

  /** Follows a token that was written. */
  accept(token: number): PathChange {
    const onward = this.paths.flatMap((node) => this.trie.from(node).get(token) ?? []);
    const begun = this.trie.from(this.trie.root).get(token);
    this.paths = begun ? [...onward, begun] : onward;
    return { goesOn: onward.length > 0, completes: this.paths.some(({ ends }) => ends) };
  }

  /** For `restore`. */
  save(): readonly HotWordNode[] {
    return this.paths;
  }

  restore(paths: readonly HotWordNode[]): void {
    this.paths = paths;
  }

  private boosts(isBlank: boolean): Map<number, number> {
    const boosts = new Map<number, number>();
    const add = (node: HotWordNode, share: number) => {
      for (const [token, next] of this.trie.from(node)) {
        const boost = MOST_BOOST * next.weight * share;
        if (boost > (boosts.get(token) ?? 0)) boosts.set(token, boost);
      }
    };
    if (!isBlank) add(this.trie.root, BEGINNING_SHARE);
    for (const node of this.paths) add(node, isBlank ? BLANK_SHARE : 1);
    return boosts;
  }
}
