import { concatenateBytes } from '../../../../lib/bytes/concatenate.ts';

/** Byte-level BPE's characters mapped to bytes: printable ones represent themselves, the rest start at U+0100. */
const BYTE_OF_CHARACTER: ReadonlyMap<string, number> = (() => {
  const map = new Map<string, number>();
  let substitutes = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    map.set(String.fromCodePoint(printable ? byte : 256 + substitutes), byte);
    if (!printable) substitutes += 1;
  }
  return map;
})();

const CHARACTER_OF_BYTE: readonly string[] = [...BYTE_OF_CHARACTER]
  .toSorted(([, a], [, b]) => a - b)
  .map(([character]) => character);

/** Bytes of the longest token that is looked for. */
const LONGEST_TOKEN = 24;

/** One or more tokens that together form whole characters. */
export interface TextUnit {
  text: string;
  /** Index of its first token. */
  from: number;
  /** Index after its last token. */
  to: number;
}

/** Text of byte-level BPE tokens, with each character traced to its tokens. */
export class TokenText {
  /** By id. */
  readonly #tokens: string[] = [];
  /** Made when they are first needed. */
  #ids: Map<string, number> | null = null;
  /** Bytes of the tokens that were requested: a text has few of them. */
  readonly #bytes = new Map<number, Uint8Array>();

  /** @param vocabulary maps byte-level BPE tokens to ids, without special tokens */
  constructor(vocabulary: Iterable<readonly [string, number]>) {
    for (const [token, id] of vocabulary) this.#tokens[id] = token;
  }

  /** Tokens that are not in the vocabulary (timestamps, special tokens) have no text. */
  textOf(tokens: readonly number[]): string {
    return new TextDecoder().decode(this.#join(tokens));
  }

  /** Length of a token in UTF-8; 0 for timestamps and special tokens. */
  bytesOf(token: number): number {
    return this.#bytesOf(token).length;
  }

  /** A text as tokens are named in the vocabulary: a character for each byte. */
  piecesOf(text: string): string {
    return Array.from(new TextEncoder().encode(text), (byte) => CHARACTER_OF_BYTE[byte]).join('');
  }

  /** The token of such a name. */
  tokenOf(piece: string): number | undefined {
    this.#ids ??= new Map(this.#tokens.flatMap((token, id) => [[token, id] as const]));
    return this.#ids.get(piece);
  }

  /** Whether the bytes of a token begin with those of another one. */
  beginsWith(token: number, beginning: number): boolean {
    const first = this.#tokens[beginning];
    return first !== undefined && (this.#tokens[token] ?? '').startsWith(first);
  }

  /** Tokens of a text, the longest possible one after the other: not as a tokenizer splits it, but the same text. */
  longestTokens(text: string): number[] {
    const pieces = this.piecesOf(text);
    const tokens: number[] = [];
    for (let from = 0; from < pieces.length; ) {
      let to = Math.min(pieces.length, from + LONGEST_TOKEN);
      while (to > from + 1 && this.tokenOf(pieces.slice(from, to)) === undefined) to -= 1;
      tokens.push(this.tokenOf(pieces.slice(from, to)) ?? 0);
      from = to;
    }
    return tokens;
  }

  /** Groups tokens into the smallest units of whole characters. Invalid bytes join their neighbours as U+FFFD. */
  unitsOf(tokens: readonly number[]): TextUnit[] {
    const units: TextUnit[] = [];
    let from = 0;
    for (let to = 1; to <= tokens.length; to += 1) {
      const joined = this.#join(tokens.slice(from, to));
      if (to < tokens.length && endsInsideCharacter(joined)) continue;
      units.push({ text: new TextDecoder().decode(joined), from, to });
      from = to;
    }
    return units;
  }

  #join(tokens: readonly number[]): Uint8Array<ArrayBuffer> {
    return concatenateBytes(tokens.map((token) => this.#bytesOf(token)));
  }

  #bytesOf(token: number): Uint8Array {
    const known = this.#bytes.get(token);
    if (known) return known;
    const characters = this.#tokens[token] ?? '';
    const bytes = Uint8Array.from(characters, (character) => BYTE_OF_CHARACTER.get(character) ?? 0x20);
    this.#bytes.set(token, bytes);
    return bytes;
  }
}

/** Whether UTF-8 text stops before the last byte of a character. */
function endsInsideCharacter(bytes: Uint8Array): boolean {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return false;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
  }
  return false;
}
