import type { CorrectedWord, Paragraph } from '../contract/transcripts/corrected-transcript.ts';

/** Seconds of silence that begin a new paragraph. */
const LONGEST_PAUSE = 2.5;
/** Words after which a paragraph ends at the next sentence, and after which it ends anywhere. */
const MANY_WORDS = 80;
const MOST_WORDS = 120;

const ENDS_SENTENCE = /[.!?…。！？．।؟۔።]["'”’»›)\]」』】）]*$/u;

/** Where a paragraph's text ends a sentence, as far as its marks show. */
export const endsSentence = (word: string): boolean => ENDS_SENTENCE.test(word.trim());

/** A word with what decides its paragraph. */
export interface VoicedWord {
  word: CorrectedWord;
  speaker: string | null;
  channel: number;
  language: Paragraph['language'];
  /** Whether it is the first of its utterance. */
  begins: boolean;
  /** Whether another voice begins. */
  turns?: boolean | undefined;
}

/**
 * Groups the words into paragraphs for reading: a new one at a change of speaker, channel or language, at a pause of
 * 2.5 s, and after 80 words as soon as an utterance or a sentence ends.
 */
export const toParagraphs = (words: Iterable<VoicedWord>, idOf: (index: number) => string): Paragraph[] => [
  ...paragraphsOf(words, idOf),
];

/** The same one by one, for what does not keep them. */
export function* paragraphsOf(
  words: Iterable<VoicedWord>,
  idOf: (index: number) => string,
): Generator<Paragraph> {
  let last: Paragraph | null = null;
  let count = 0;
  for (const voiced of words) {
    const { word, speaker, channel, language } = voiced;
    if (last && !beginsParagraph(voiced, last)) {
      last.words.push(word);
      last.end = Math.max(last.end, word.end);
      continue;
    }
    if (last) yield last;
    const { start, end } = word;
    last = { id: idOf(count++), speaker, channel, language, start, end, words: [word] };
  }
  if (last) yield last;
}

function beginsParagraph(voiced: VoicedWord, last: Paragraph): boolean {
  const { word, speaker, channel, language, begins, turns } = voiced;
  const before = last.words.at(-1);
  if (turns || speaker !== last.speaker || channel !== last.channel || language !== last.language)
    return true;
  if (!before || word.start - before.end >= LONGEST_PAUSE || last.words.length >= MOST_WORDS) return true;
  return last.words.length >= MANY_WORDS && (begins || endsSentence(before.word));
}

/** A paragraph with other words; its times are theirs, or remain if there are none. */
export function withWords(paragraph: Paragraph, words: readonly CorrectedWord[]): Paragraph {
  const [first] = words;
  if (!first) return { ...paragraph, words: [] };
  const end = words.reduce((latest, word) => Math.max(latest, word.end), first.end);
  return { ...paragraph, start: first.start, end, words: [...words] };
}

/** A paragraph's text as it is edited, struck words included. */
export const paragraphText = ({ words }: Pick<Paragraph, 'words'>): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trimStart();

/** Words one after the other, with a space between the two parts unless their script has none. */
export function joinedWords<Own extends { word: string }>(
  before: readonly Own[],
  after: readonly Own[],
): Own[] {
  const [first, ...rest] = after;
  if (!first) return [...before];
  const unspaced = before.length > 1 && before.slice(1).every(({ word }) => !/^\s/u.test(word));
  const spaced = unspaced || /^\s/u.test(first.word) ? first : { ...first, word: ` ${first.word}` };
  return [...before, spaced, ...rest];
}
