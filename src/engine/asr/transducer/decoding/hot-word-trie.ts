import type { HotWord } from '../../asr-engine.ts';
import type { TokenTable } from '../words/token-table.ts';

/** A position within the spelling of some hot words. */
export interface HotWordNode {
  readonly children: Map<string, HotWordNode>;
  /** Largest weight of the hot words passing through here. */
  weight: number;
  /** Whether a hot word ends here. */
  ends: boolean;
  /** Number of letters from the root. */
  readonly depth: number;
}

const newNode = (depth: number): HotWordNode => ({ children: new Map(), weight: 0, ends: false, depth });

/**
 * The spellings of hot words as a prefix tree of letters. A model can tokenise a word in many ways; a token continues
 * from a node if all its letters do, so every tokenisation is covered and no tokenizer is needed.
 */
export class HotWordTrie {
  readonly root = newNode(0);
  private readonly steps = new Map<HotWordNode, ReadonlyMap<number, HotWordNode>>();
  /** Tokens by their first letter. */
  private readonly tokens = new Map<string, { id: number; letters: string[] }[]>();

  constructor(hotWords: readonly HotWord[], { pieces }: TokenTable) {
    pieces.forEach((piece, id) => {
      const letters = [...piece];
      const first = letters[0];
      if (first === undefined) return;
      const alike = this.tokens.get(first);
      if (alike) alike.push({ id, letters });
      else this.tokens.set(first, [{ id, letters }]);
    });
    const toCase = caseOf(pieces);
    for (const { text, weight } of hotWords) this.add(toCase(text), weight);
  }

  get isEmpty(): boolean {
    return this.root.children.size === 0;
  }

  /** Tokens that continue from a node, and where they lead. */
  from(node: HotWordNode): ReadonlyMap<number, HotWordNode> {
    const known = this.steps.get(node);
    if (known) return known;
    const steps = new Map<number, HotWordNode>();
    for (const first of node.children.keys()) {
      for (const { id, letters } of this.tokens.get(first) ?? []) {
        let at: HotWordNode | undefined = node;
        for (const letter of letters) at = at?.children.get(letter);
        if (at) steps.set(id, at);
      }
    }
    this.steps.set(node, steps);
    return steps;
  }

  private add(text: string, weight: number): void {
    const words = text.normalize('NFC').trim().split(/\s+/u);
    if (words[0] === '' || !(weight > 0)) return;
    let node = this.root;
    for (const letter of ` ${words.join(' ')}`) {
      const next = node.children.get(letter) ?? newNode(node.depth + 1);
      node.children.set(letter, next);
      next.weight = Math.max(next.weight, Math.min(weight, 1));
      node = next;
    }
    node.ends = true;
  }
}

/** Models with a single case are asked for words in that case. */
function caseOf(pieces: readonly string[]): (text: string) => string {
  const all = pieces.join('');
  if (!/\p{Ll}/u.test(all)) return (text) => text.toUpperCase();
  return /\p{Lu}/u.test(all) ? (text) => text : (text) => text.toLowerCase();
}
