import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { type Change, changeParagraphs } from '../edits/change.ts';
import { perParagraph } from '../per-paragraph.ts';
import { plainWord } from './retime-words.ts';
import { mapWords, type WordRange } from './word-range.ts';

/**
 * Below this confidence a word is worth a look: the highest bound below which at least half of the words of Whisper base are wrong
 * (docs/journal.md).
 */
export const UNSURE = 0.65;

/** Whether it is doubtful who says it: words have the chance only where it is low. */
export const hasDoubtfulSpeaker = (word: Pick<CorrectedWord, 'speaker_confidence'>): boolean =>
  word.speaker_confidence !== undefined;

/** A word that the paragraph's speaker says for sure. */
export function withSureSpeaker(word: CorrectedWord): CorrectedWord {
  if (!hasDoubtfulSpeaker(word)) return word;
  const { speaker_confidence: _, ...sure } = word;
  return sure;
}

export interface WordPlace {
  paragraph: number;
  word: number;
}

const unsureIn = perParagraph(({ words }) =>
  words.flatMap((word, at) =>
    (word.confidence < UNSURE || hasDoubtfulSpeaker(word)) && !word.struck && !word.redacted ? [at] : [],
  ),
);

/** The places of all words that are unsure, or of a doubtful speaker, in order. Struck ones need no look. */
export const unsureWords = ({ paragraphs }: CorrectedTranscript): WordPlace[] =>
  paragraphs.flatMap((paragraph, index) => unsureIn(paragraph).map((word) => ({ paragraph: index, word })));

const doubtfulIn = perParagraph(({ words }) => {
  const isDoubtful = (word?: CorrectedWord) =>
    word !== undefined && hasDoubtfulSpeaker(word) && !word.struck && !word.redacted;
  return words.flatMap((word, from) => {
    if (!isDoubtful(word) || isDoubtful(words[from - 1])) return [];
    const length = words.slice(from).findIndex((one) => !isDoubtful(one));
    return [[from, length < 0 ? words.length : from + length] as const];
  });
});

/** The stretches of words whose speaker is doubtful, in order. */
export const doubtfulStretches = ({ paragraphs }: CorrectedTranscript): WordRange[] =>
  paragraphs.flatMap((one, paragraph) =>
    doubtfulIn(one).map(([word, end]) => ({ from: { paragraph, word }, end: { paragraph, word: end } })),
  );

/** The stretch of a doubtful speaker that a word is in. */
export const doubtfulAt = (
  document: CorrectedTranscript,
  { paragraph, word }: WordPlace,
): WordRange | undefined =>
  doubtfulStretches(document).find(
    ({ from, end }) => from.paragraph === paragraph && from.word <= word && word < end.word,
  );

/** Accepts the speaker of a stretch; null if none of it was doubtful. */
export const acceptSpeaker = (document: CorrectedTranscript, { from, end }: WordRange): Change | null =>
  changeParagraphs(document, (paragraph, place) =>
    place === from.paragraph ? mapWords(paragraph, [from.word, end.word], withSureSpeaker) : paragraph,
  );

/** The next of some places after one, or before it with -1; around the end. Those of unsure words if none are given. */
export function nextUnsure(
  document: CorrectedTranscript,
  here: WordPlace,
  direction: 1 | -1,
  places: readonly WordPlace[] = unsureWords(document),
): WordPlace | undefined {
  const after = (one: WordPlace) => one.paragraph - here.paragraph || one.word - here.word;
  return direction === 1
    ? (places.find((one) => after(one) > 0) ?? places[0])
    : (places.findLast((one) => after(one) < 0) ?? places.at(-1));
}

/** How many words are unsure. */
export const countUnsure = ({ paragraphs }: CorrectedTranscript): number =>
  paragraphs.reduce((sum, paragraph) => sum + unsureIn(paragraph).length, 0);

/** Accepts a word as it is, or all unsure words that are alike; null if none was unsure. */
export function acceptWord(
  document: CorrectedTranscript,
  { paragraph: index, word: at }: WordPlace,
  { alike = false } = {},
): Change | null {
  const meant = document.paragraphs[index]?.words[at];
  if (!meant) return null;
  const plain = plainWord(meant.word);
  return changeParagraphs(document, (paragraph, place) => {
    if (!alike && place !== index) return paragraph;
    const range = alike ? ([0, paragraph.words.length] as const) : ([at, at + 1] as const);
    return mapWords(paragraph, range, (word) => {
      if (alike && (word.confidence >= UNSURE || plainWord(word.word) !== plain)) return word;
      const sure = alike ? word : withSureSpeaker(word);
      return sure.confidence < 1 ? { ...sure, confidence: 1 } : sure;
    });
  });
}
