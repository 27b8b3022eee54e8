import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';

/** A translation with a smaller share of its source's words has left some out; short texts vary more. */
const LEAST_SHARE = 0.4;
const FEW_WORDS = 5;
/** Letters of scripts without spaces say more each. */
const LEAST_LETTERS = 0.12;

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Names and the like: words with a capital where no sentence begins. */
const namesIn = (text: string): string[] => text.match(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{M}]{2,}/gu) ?? [];

/** Digits of a source that its translation lacks. */
export const lostNumbers = (source: string, translation: string): number =>
  source.match(/\d+/gu)?.filter((number) => !translation.includes(number)).length ?? 0;

/**
 * How many of a source's words a translation must have lost: its numbers, names that it does not repeat, and one more if
 * it is far too short. Names may be written otherwise in the target language, so this only serves to compare two
 * translations of one text.
 */
export function lostWords(source: string, translation: string): number {
  const lower = translation.toLowerCase();
  const names = namesIn(source).filter((name) => !lower.includes(name.toLowerCase())).length;
  const words = wordsIn(source).length;
  const isShort = hasUnspacedScript(translation)
    ? translation.length < source.length * LEAST_LETTERS
    : words >= FEW_WORDS && wordsIn(translation).length < words * LEAST_SHARE;
  return lostNumbers(source, translation) + names + Number(isShort);
}
