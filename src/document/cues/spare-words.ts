import { WEAK_WORDS } from '../../addons/subtitles/caption-guides.ts';
import { columnsOf } from '../../addons/subtitles/columns-of.ts';
import { isFiller } from '../words/fillers.ts';
import { plainWord } from '../words/retime-words.ts';

/**
 * The words that a limit of reading speed costs, as indexes: sounds of hesitation first, then repetitions, then words without which the
 * sentence says the same, then the last ones. A person decides: none of them is left out by itself.
 *
 * @param over columns that are too many; a space counts
 */
export function spareWords<Word extends { word: string }>(
  words: readonly Word[],
  over: number,
  language: string,
): number[] {
  const weak = new Set(WEAK_WORDS[language] ?? []);
  const plain = words.map(({ word }) => plainWord(word));
  const ranks = words.map((word, index) => {
    if (isFiller(word, language)) return 0;
    if (index > 0 && plain[index] === plain[index - 1]) return 1;
    return weak.has(plain[index] ?? '') ? 2 : 3;
  });
  const order = words.map((_, index) => index).toSorted((a, b) => (ranks[a] ?? 3) - (ranks[b] ?? 3) || b - a);
  const spared: number[] = [];
  let left = over;
  for (const index of order) {
    if (left <= 0) break;
    spared.push(index);
    left -= columnsOf(words[index]?.word.trim() ?? '') + 1;
  }
  return spared.toSorted((a, b) => a - b);
}
