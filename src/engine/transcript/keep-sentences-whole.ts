import { append } from '../../lib/append.ts';
import { sentenceEnds } from './sentence-ends.ts';
import type { TimedWord } from './timed-word.ts';

/** A word further from the rest of its sentence was said by itself. */
const LONGEST_GAP_MS = 1000;

/**
 * Gives a sentence's first or last word to the speaker of the rest, if it alone is another's: who speaks at a border is
 * uncertain by about a word's length ("And | I'm Sheila").
 *
 * @param words of one channel, in order, with speakers
 */
export function keepSentencesWhole(words: readonly TimedWord[]): TimedWord[] {
  const ends = endsIn(words);
  const settled = words.map((word) => ({ ...word }));
  for (let first = 0; first < words.length; ) {
    let last = first;
    while (last < words.length - 1 && !ends[last]) last += 1;
    const sentence = settled.slice(first, last + 1);
    settle(sentence);
    settle(sentence.toReversed());
    first = last + 1;
  }
  return settled;
}

/** Whether a sentence ends with each word; one never reaches into another language. */
function endsIn(words: readonly TimedWord[]): boolean[] {
  const ends: boolean[] = [];
  for (let from = 0; from < words.length; from = ends.length) {
    const language = words[from]?.language ?? 'en';
    const next = words.findIndex((word, index) => index > from && word.language !== language);
    const own = words.slice(from, next < 0 ? words.length : next);
    const spoken = own.map(({ text, endMs }, index) => ({
      text,
      pauseAfter: ((own[index + 1]?.startMs ?? endMs) - endMs) / 1000,
    }));
    append(
      ends,
      sentenceEnds(spoken, language).map((isEnd, index) => isEnd || index === own.length - 1),
    );
  }
  return ends;
}

/** Changes the speaker of the word at one end of a sentence, if all others have another one. */
function settle([edge, ...rest]: TimedWord[]): void {
  const [beside] = rest;
  if (!edge || !beside || rest.length < 2 || rest.some(({ speaker }) => speaker !== beside.speaker)) return;
  const gap = Math.max(beside.startMs - edge.endMs, edge.startMs - beside.endMs);
  if (gap > LONGEST_GAP_MS || beside.speaker === undefined || beside.speaker === edge.speaker) return;
  edge.speaker = beside.speaker;
  // How sure the former one was says nothing of this one.
  delete edge.speakerConfidence;
}
