import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { sentenceEnds } from '../../engine/transcript/sentence-ends.ts';
import { type LiveLine, textOfWords } from './live-transcript.ts';

/** A sentence of a live session that no later message changes. */
export interface LiveSentence {
  /** Id of the line. */
  line: string;
  language: Utterance['language'];
  text: string;
}

/**
 * Sentences of a line among the settled words that were not given out yet, and how many settled words have been given out with them. A
 * sentence is given out once a word follows it, since "Mr." may end none, or once its line is final.
 *
 * @param given settled words that were given out before
 */
export function settledSentences(
  { id, language, settled, isFinal }: LiveLine,
  given: number,
): { sentences: LiveSentence[]; given: number } {
  const words = settled.slice(given);
  const ends = sentenceEnds(
    words.map(({ word, end }, index) => ({
      text: word,
      pauseAfter: Math.max(0, (words[index + 1]?.start ?? end) - end),
    })),
    language,
  );
  const sentences: LiveSentence[] = [];
  let from = 0;
  words.forEach((_, index) => {
    const isLast = index === words.length - 1;
    if (isLast ? !isFinal : !ends[index]) return;
    const text = textOfWords(words.slice(from, index + 1));
    if (text) sentences.push({ line: id, language, text });
    from = index + 1;
  });
  return { sentences, given: given + from };
}
