import { hasUnspacedScript } from '../../../transcript/unspaced-script.ts';
import type { HotWord } from '../../asr-engine.ts';
import type { TokenText } from '../words/token-text.ts';

/** Where the spelling of some terms has been followed to. */
export interface TermNode {
  /** By byte, as `TokenText.piecesOf` writes them. */
  readonly children: Map<string, TermNode>;
  /** Number of bytes from the root. */
  readonly depth: number;
  /** Largest weight of the terms through here. */
  weight: number;
  /** The term whose spelling ends here, as it is to be written. */
  ends: string | null;
}

/** A spelling that some tokens follow. */
export interface TermPath {
  node: TermNode;
  /** Index of the first of the tokens. */
  from: number;
}

/** A token that begins or continues a spelling, and what is added to its logit. */
export interface PreferredToken {
  token: number;
  score: number;
  bonus: number;
}

/** Tokens that continue from a node: where they lead, and what each adds; in arrays, because thousands are compared at each step. */
interface TermSteps {
  next: ReadonlyMap<number, TermNode>;
  tokens: Int32Array;
  bonuses: Float32Array;
}

/** A term among tokens `from` to `to` (exclusive). */
export interface WrittenTerm {
  from: number;
  to: number;
  text: string;
}

/** Added to the logit of a token that continues a long spelling of weight 1; nats. */
const MOST_BONUS = 6;
/** From so many bytes on the whole bonus is added, so that it grows along the spelling. */
const FULL_DEPTH = 6;
/** No spelling has more tokens. */
const MOST_TOKENS = 32;
/** Bytes of the longest token that is looked for. */
const LONGEST_TOKEN = 24;

const LETTER = /^[\p{L}\p{M}\p{N}\uFFFD]/u;
const LETTER_END = /[\p{L}\p{M}\p{N}\uFFFD]$/u;
const SPACED = /^\s/u;
/** No letter or digit, and nothing that words are joined by. */
const MARK = /^[^\p{L}\p{M}\p{N}\uFFFD\p{Pd}'’&@/]+$/u;

/** How the text of a token begins and ends. */
interface TokenShape {
  isSpaced: boolean;
  beginsWithLetter: boolean;
  /** With a letter of a script with spaces. */
  endsInWord: boolean;
  isMark: boolean;
}

const newNode = (depth: number): TermNode => ({ children: new Map(), depth, weight: 0, ends: null });

/**
 * The spoken variants of a vocabulary as a prefix tree that a decoder follows token by token. A text can be split into
 * tokens in many ways: a token continues a spelling if all its bytes do, so that every way is covered. With a leading space, or
 * without one where a word begins behind a mark or a timestamp.
 */
export class TermTree {
  readonly #text: TokenText;
  readonly #endToken: number;
  readonly #root = newNode(0);
  readonly #space: string;
  readonly #shapes = new Map<number, TokenShape>();
  readonly #steps = new Map<TermNode, TermSteps>();

  /** @param endToken the first token that has no text */
  constructor(terms: readonly HotWord[], text: TokenText, endToken: number) {
    this.#text = text;
    this.#space = text.piecesOf(' ');
    this.#endToken = endToken;
    // The own spelling of one term is not a variant of another one.
    for (const term of terms) this.#add(term.text, term);
    for (const term of terms) for (const spelling of term.said ?? []) this.#add(spelling, term);
  }

  get isEmpty(): boolean {
    return this.#root.children.size === 0;
  }

  /** Spellings that the last tokens follow. */
  pathsAfter(said: readonly number[]): TermPath[] {
    let paths: TermPath[] = [];
    for (let index = Math.max(0, said.length - MOST_TOKENS); index < said.length; index += 1) {
      const token = said[index] ?? 0;
      paths = paths.flatMap(({ node, from }) => {
        const next = this.#from(node).next.get(token);
        return next ? [{ node: next, from }] : [];
      });
      const begun = token < this.#endToken && this.#startsAfter(said, index)?.next.get(token);
      if (begun) paths.push({ node: begun, from: index });
    }
    return paths;
  }

  /** Whether the last tokens have begun a spelling. */
  begunIn(tokens: readonly number[]): boolean {
    return this.pathsAfter(tokens).length > 0;
  }

  /** Whether a spelling ends with the last tokens, if another one follows. */
  endIn(tokens: readonly number[], next?: number): boolean {
    return this.pathsAfter(tokens).some(({ node }) => this.endsBefore(node, next));
  }

  /**
   * Tokens that continue a spelling or, behind `said`, begin one, and that are above `least` with their bonus.
   *
   * @param said null where none may begin
   */
  preferred(
    logits: Float32Array,
    least: number,
    { said, paths }: { said: readonly number[] | null; paths: readonly TermPath[] },
  ): PreferredToken[] {
    const found = new Map<number, PreferredToken>();
    const add = ({ tokens, bonuses }: TermSteps) => {
      for (let index = 0; index < tokens.length; index += 1) {
        const token = tokens[index] ?? 0;
        const bonus = bonuses[index] ?? 0;
        const score = logits[token] ?? Number.NEGATIVE_INFINITY;
        if (score + bonus > least && bonus > (found.get(token)?.bonus ?? 0))
          found.set(token, { token, score, bonus });
      }
    };
    for (const { node } of paths) add(this.#from(node));
    if (said) {
      add(this.#from(this.#root));
      const bare = this.#bareAfter(said, said.length);
      if (bare) add(bare);
    }
    return [...found.values()];
  }

  /** Whether a token is text between words. */
  isMark(token: number): boolean {
    return token < this.#endToken && this.#shapeOf(token).isMark;
  }

  /** Whether behind a token the text goes on to the same word as with a longer one: no spelling ends between them. */
  isPartOf(longer: number, token: number, said: readonly number[]): boolean {
    return this.#text.beginsWith(longer, token) && !this.endIn([...said, token]);
  }

  /** Whether a token goes on with the word before it, so that a spelling that ends before it is no word. */
  goesOn(token: number): boolean {
    return token < this.#endToken && this.#shapeOf(token).beginsWithLetter;
  }

  /** Whether a spelling ends at a node, before a token (none at the end of the text). */
  endsBefore({ ends }: TermNode, token: number | undefined): boolean {
    if (ends === null) return false;
    return token === undefined || hasUnspacedScript(ends.at(-1) ?? '') || !this.goesOn(token);
  }

  /** The terms that are written or said among tokens, in order; of several at one place the longest. */
  termsIn(tokens: readonly number[]): WrittenTerm[] {
    const found: WrittenTerm[] = [];
    for (let from = 0; from < tokens.length; from += 1) {
      let longest: WrittenTerm | null = null;
      let node = this.#startsAfter(tokens, from)?.next.get(tokens[from] ?? 0);
      for (let to = from + 1; node; to += 1) {
        if (this.endsBefore(node, tokens[to])) longest = { from, to, text: node.ends ?? '' };
        node = this.#from(node).next.get(tokens[to] ?? -1);
      }
      if (!longest) continue;
      found.push(longest);
      from = longest.to - 1;
    }
    return found;
  }

  /** Tokens of a term that takes the place of others, with a space if their first has one. */
  tokensFor(term: string, first: number): number[] {
    const space = this.#shapeOf(first).isSpaced ? ' ' : '';
    return this.#text.longestTokens(space + term);
  }

  textOf(tokens: readonly number[]): string {
    return this.#text.textOf(tokens);
  }

  /** What may begin a spelling as the token at an index. */
  #startsAfter(tokens: readonly number[], index: number): TermSteps | null {
    const { isSpaced } = this.#shapeOf(tokens[index] ?? 0);
    return isSpaced ? this.#from(this.#root) : this.#bareAfter(tokens, index);
  }

  /** Beginnings without a space, if a word may begin so at an index. */
  #bareAfter(tokens: readonly number[], index: number): TermSteps | null {
    const bare = this.#root.children.get(this.#space);
    const before = tokens[index - 1];
    const isInside = before !== undefined && before < this.#endToken && this.#shapeOf(before).endsInWord;
    return bare && !isInside ? this.#from(bare) : null;
  }

  #shapeOf(token: number): TokenShape {
    const known = this.#shapes.get(token);
    if (known) return known;
    const text = this.#text.textOf([token]);
    const shape = {
      isSpaced: SPACED.test(text),
      beginsWithLetter: LETTER.test(text),
      endsInWord: LETTER_END.test(text) && !hasUnspacedScript(text.at(-1) ?? ''),
      isMark: MARK.test(text),
    };
    this.#shapes.set(token, shape);
    return shape;
  }

  /** Tokens that continue from a node, and where they lead. */
  #from(node: TermNode): TermSteps {
    const known = this.#steps.get(node);
    if (known) return known;
    const next = new Map<number, TermNode>();
    const open: [string, TermNode][] = [['', node]];
    for (let one = open.pop(); one; one = open.pop()) {
      const [before, at] = one;
      for (const [byte, child] of at.children) {
        const piece = before + byte;
        const token = this.#text.tokenOf(piece);
        if (token !== undefined && token < this.#endToken) next.set(token, child);
        if (piece.length < LONGEST_TOKEN) open.push([piece, child]);
      }
    }
    const nodes = [...next.values()];
    const bonuses = Float32Array.from(
      nodes,
      ({ depth, weight }) => MOST_BONUS * weight * Math.min(depth / FULL_DEPTH, 1),
    );
    const steps = { next, tokens: Int32Array.from(next.keys()), bonuses };
    this.#steps.set(node, steps);
    return steps;
  }

  #add(spelling: string, { text, weight }: HotWord): void {
    const words = spelling.normalize('NFC').trim().split(/\s+/u).join(' ');
    if (words === '' || !(weight > 0)) return;
    let node = this.#root;
    for (const byte of this.#text.piecesOf(` ${words}`)) {
      const next = node.children.get(byte) ?? newNode(node.depth + 1);
      node.children.set(byte, next);
      next.weight = Math.max(next.weight, Math.min(weight, 1));
      node = next;
    }
    node.ends ??= text;
  }
}
