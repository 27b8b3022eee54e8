import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { normalForm } from '../../lib/normal-form.ts';

/** Vowels of Latin, Greek and Cyrillic letters, without their marks. */
const VOWELS = /[aeiouyæœøıαεηιουωаеёиоуыэюяіїєў]+/giu;
const LETTERS = /[\p{L}\p{N}]/gu;
/** Letters a syllable has on average, where vowels are not written or each letter is a syllable's part. */
const LETTERS_PER_SYLLABLE = 2.5;

/**
 * About how long a word takes to say, in syllables: groups of vowels, characters of unspaced scripts, or a share of
 * the letters. At least 1, so that marks and digits get time too.
 */
export function syllables(word: string): number {
  const plain = normalForm(word, 'NFD').replaceAll(/\p{M}/gu, '');
  const letters = plain.match(LETTERS)?.length ?? 0;
  if (hasUnspacedScript(plain)) return Math.max(1, letters);
  const vowels = plain.match(VOWELS)?.length ?? 0;
  return Math.max(1, vowels > 0 ? vowels : letters / LETTERS_PER_SYLLABLE);
}
