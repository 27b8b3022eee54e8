import type { TimeSpan } from '../../../alignment/speech-bounds.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { isWrittenWithoutSpaces } from '../languages/language-tokens.ts';
import { goesOnSpelling } from './group-words.ts';

/** What is spelled has shorter pauses, seconds. */
const MOST_PAUSE_SECONDS = 2;

/** Parts of a word that is spelled, joined where the pauses between them have at most `mostPause` seconds. */
export function joinParts<Part extends TimeSpan & { word: string }>(
  parts: readonly Part[],
  mostPause: number,
  joined: (first: Part, second: Part) => Part,
): Part[] {
  const words: Part[] = [];
  for (const part of parts) {
    const last = words.at(-1);
    const isSame = last && goesOnSpelling(last.word, part.word) && part.start - last.end < mostPause;
    if (isSame)
      words.splice(-1, 1, { ...joined(last, part), word: last.word + part.word, start: last.start });
    else words.push(part);
  }
  return words;
}

/** Letters and digits that were said one by one, as the words that they are written as; times in seconds of the file. */
export const joinSpelled = (words: readonly RecognisedWord[], language: string): RecognisedWord[] =>
  isWrittenWithoutSpaces(language)
    ? [...words]
    : joinParts(words, MOST_PAUSE_SECONDS, (first, second) => ({
        ...second,
        confidence: Math.min(first.confidence, second.confidence),
      }));
