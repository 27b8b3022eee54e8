import type { Word } from '../../contract/transcripts/utterance.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { type SpokenUtterance, utteranceWords } from '../../engine/transcript/utterance-words.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';

/**
 * Words of a translated utterance, spread over the original's time in proportion to their length. Isolated marks
 * belong to the preceding word. As in a transcript each has its leading space, except the first of the file.
 */
export function wordTimes(utterance: Omit<SpokenUtterance, 'words'>, isFirstOfFile: boolean): Word[] {
  const words: Word[] = [];
  for (const part of utteranceWords({ ...utterance, words: [] })) {
    const last = words.at(-1);
    if (last && !/[\p{L}\p{N}]/u.test(part.word)) {
      last.word += part.word;
      last.end = roundSeconds(part.end);
    } else {
      words.push({ ...part, start: roundSeconds(part.start), end: roundSeconds(part.end) });
    }
  }
  const [first] = words;
  if (first && !isFirstOfFile && !hasUnspacedScript(first.word)) first.word = ` ${first.word}`;
  const last = words.at(-1);
  if (last) last.end = utterance.end;
  return words;
}
