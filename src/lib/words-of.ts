import { wordlist } from '@scure/bip39/wordlists/english.js';
import { fromBase64 } from './bytes/base64.ts';

const BITS_OF_WORD = 11;
const WORDS = 4;

/** The first 44 bits of a hash as four English words, which people can compare by eye or by voice. `hash` is in base 64. */
export function wordsOf(hash: string): string {
  const bits = [...fromBase64(hash)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const word = (at: number) =>
    wordlist[Number.parseInt(bits.slice(at * BITS_OF_WORD, (at + 1) * BITS_OF_WORD), 2)];
  return Array.from({ length: WORDS }, (_, at) => word(at)).join(' ');
}
