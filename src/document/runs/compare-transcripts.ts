import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { matchWords } from '../words/match-words.ts';
import { streamOf } from './word-stream.ts';

/** A stretch in which two transcripts differ. */
export interface Difference {
  /** Seconds. */
  start: number;
  before: string;
  after: string;
}

/** Where two transcripts of one recording differ, in order of time; case and punctuation do not count. */
export function compareTranscripts(before: CorrectedTranscript, after: CorrectedTranscript): Difference[] {
  const channels = [...new Set([...before.paragraphs, ...after.paragraphs].map(({ channel }) => channel))];
  const text = (words: readonly CorrectedWord[]) =>
    words
      .map(({ word }) => word)
      .join('')
      .trim();
  return channels
    .flatMap((channel) => {
      const [one, other] = [streamOf(before, channel), streamOf(after, channel)];
      const differences: Difference[] = [];
      let [oneAt, otherAt] = [0, 0];
      const pairs = matchWords(one.plain, other.plain);
      for (const [oneNext, otherNext] of [...pairs, [one.words.length, other.words.length] as const]) {
        const gone = one.words.slice(oneAt, oneNext);
        const come = other.words.slice(otherAt, otherNext);
        const start = come[0]?.start ?? gone[0]?.start;
        if (start !== undefined) differences.push({ start, before: text(gone), after: text(come) });
        [oneAt, otherAt] = [oneNext + 1, otherNext + 1];
      }
      return differences;
    })
    .toSorted((a, b) => a.start - b.start);
}
