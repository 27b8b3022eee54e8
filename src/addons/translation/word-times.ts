import type { Word } from '../../contract/utterance.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { type SpokenUtterance, utteranceWords } from '../../engine/transcript/utterance-words.ts';

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/**
 * The words of a translated utterance, over the time of the original, each as long as its share of the text. Marks that stand
 * alone belong to the word before. As in a transcript each begins with its space, save the first of the file.
 */
export function wordTimes(utterance: Omit<SpokenUtterance, 'words'>, isFirstOfFile: boolean): Word[] {
  const words: Word[] = [];
  for (const part of utteranceWords({ ...utterance, words: [] })) {
    const last = words.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(part.word)) {
      last.word += part.word;
      last.end = milliseconds(part.end);
    } else {
      words.push({ ...part, start: milliseconds(part.start), end: milliseconds(part.end) });
    }
  }
  const [first] = words;
  if (first && !isFirstOfFile && !hasUnspacedScript(first.word)) first.word = ` ${first.word}`;
  const last = words.at(-1);
  if (last) last.end = utterance.end;
  return words;
}
