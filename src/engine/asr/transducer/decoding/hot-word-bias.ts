import { bestLogit } from './emitted-token.ts';
import type { HotWordNode, HotWordTrie } from './hot-word-trie.ts';

/** A token chosen by greedy decoding. */
export interface BiasedChoice {
  index: number;
  /** The model's own value, without the bias. */
  probability: number;
  /** Whether the model alone would have chosen another token. */
  swayed: boolean;
}

/** A token's effect on the started words. */
export interface PathChange {
  /** Whether a started word continues. */
  goesOn: boolean;
  /** Whether a word is complete. */
  completes: boolean;
}

/** Added to the logit of a token that continues a word of weight 1; nats. */
const MOST_BOOST = 4;
/** Share of it for a token that starts a word: many others start alike. */
const BEGINNING_SHARE = 0.5;
/** Share of it against the blank for a started word, where the model says that no token is due. */
const BLANK_SHARE = 0.5;

/**
 * Biases greedy transducer decoding towards hot words by shallow fusion (Zhao et al. 2019, "Shallow-Fusion End-to-End
 * Contextual Biasing"): tokens that continue a word's spelling get a bonus, a smaller one at its start. A word never
 * starts where the model alone emits nothing. Use one instance per window.
 */
export class HotWordBias {
  /** Started words. */
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

  /** Registers an emitted token. */
  accept(token: number): PathChange {
    const onward = this.paths.flatMap((node) => this.trie.from(node).get(token) ?? []);
    const begun = this.trie.from(this.trie.root).get(token);
    this.paths = begun ? [...onward, begun] : onward;
    return { goesOn: onward.length > 0, completes: this.paths.some(({ ends }) => ends) };
  }

  /** The state, to be passed to `restore`. */
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
