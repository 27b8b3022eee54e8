import { alignWords } from './align-words.ts';
import { mostShared } from './diarization-error.ts';

/** A word and who said it. */
export interface SpokenWord {
  word: string;
  speaker: string;
}

/** Recognised words (correct or substituted), and those among them with the wrong speaker. */
export interface WordSpeakers {
  words: number;
  wrong: number;
}

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Word diarization error (Shafey et al. 2019, "Joint speech recognition and speaker diarization via sequence
 * transduction"): of the words aligned with the reference, how many have the wrong speaker under the best one-to-one
 * speaker assignment.
 */
export function wordSpeakers(reference: readonly SpokenWord[], heard: readonly SpokenWord[]): WordSpeakers {
  const speakers = [...new Set(reference.map(({ speaker }) => speaker))];
  const found = [...new Set(heard.map(({ speaker }) => speaker))];
  const shared = speakers.map(() => found.map(() => 0));
  let words = 0;
  const pairs = alignWords(
    reference.map(({ word }) => plain(word)),
    heard.map(({ word }) => plain(word)),
  );
  for (const pair of pairs) {
    if (pair.reference === null || pair.hypothesis === null) continue;
    words++;
    const row = shared[speakers.indexOf(reference[pair.reference]?.speaker ?? '')];
    const column = found.indexOf(heard[pair.hypothesis]?.speaker ?? '');
    if (row) row[column] = (row[column] ?? 0) + 1;
  }
  return { words, wrong: words - mostShared(shared) };
}
