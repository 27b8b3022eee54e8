import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { SENTENCE_MARKS } from '../../engine/transcript/closing-marks.ts';
import { endsSentence } from '../paragraphs.ts';

const MARKS = new RegExp(`(?<![.!?…${SENTENCE_MARKS}])[.!?…${SENTENCE_MARKS}]+$`, 'u');

/** The word with a sentence's end behind it, if that is the end of another word and the word has none. */
const endedAs = (word: CorrectedWord, { word: other }: CorrectedWord): CorrectedWord => {
  const [mark] = MARKS.exec(other) ?? [];
  return mark && !endsSentence(word.word)
    ? { ...word, word: word.word.replace(/[,;:、，；：]$/u, '') + mark }
    : word;
};

/** The words as the end of a sentence that ended with another word. */
export const endedWords = (words: readonly CorrectedWord[], ended: CorrectedWord): CorrectedWord[] =>
  words.map((word, index) => (index === words.length - 1 ? endedAs(word, ended) : word));

/** The word without the end of a sentence that goes on behind it. */
export const unended = (word: CorrectedWord): CorrectedWord =>
  MARKS.test(word.word) ? { ...word, word: word.word.replace(MARKS, '') } : word;
