import type {
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
} from '../../../contract/transcripts/corrected-transcript.ts';
import { firstIndex } from '../../../lib/first-index.ts';
import { mostFrequent } from '../../../lib/most-frequent.ts';
import { matchWords } from '../../words/match-words.ts';
import { plainWord } from '../../words/retime-words.ts';
import type { Voice } from '../voices/imported-voices.ts';

/** A word that was recognised, with who said it. */
export interface DocumentWord extends Voice {
  word: CorrectedWord;
  language: Paragraph['language'];
}

/** All words of the machine's transcript in order of start. */
export const documentWords = ({ paragraphs }: CorrectedTranscript): DocumentWord[] =>
  paragraphs
    .flatMap(({ words, speaker, channel, language }) =>
      words.map((word) => ({ word, speaker, channel, language })),
    )
    .toSorted((a, b) => a.word.start - b.word.start);

/** What was recognised in a passage: in the channel that has most of its words. */
export interface RecognisedStretch {
  words: CorrectedWord[];
  /** Words recognised as written. */
  matched: number;
  voice: Voice | null;
  language: Paragraph['language'] | null;
}

/** The first of the words, sorted by start, that does not begin before a moment. */
const firstFrom = (words: readonly DocumentWord[], seconds: number): number =>
  firstIndex(words.length, (index) => (words[index]?.word.start ?? 0) >= seconds);

/** What was recognised from one moment until another, compared with the words that a passage has there. */
export function wordsBetween(
  all: readonly DocumentWord[],
  from: number,
  until: number,
  texts: readonly string[],
): RecognisedStretch {
  const there = all.slice(firstFrom(all, from), firstFrom(all, until));
  const plain = texts.map(plainWord);
  let best: { words: DocumentWord[]; matched: number } = { words: [], matched: -1 };
  for (const channel of new Set(there.map((word) => word.channel))) {
    const words = there.filter((word) => word.channel === channel);
    const { length: matched } = matchWords(
      words.map(({ word }) => plainWord(word.word)),
      plain,
    );
    if (matched > best.matched) best = { words, matched };
  }
  const [first] = best.words;
  return {
    words: best.words.map(({ word }) => word),
    matched: Math.max(0, best.matched),
    voice: first
      ? { speaker: mostFrequent(best.words.map(({ speaker }) => speaker)) ?? null, channel: first.channel }
      : null,
    language: mainLanguage(best.words),
  };
}

export const mainLanguage = (words: readonly DocumentWord[]) =>
  mostFrequent(words.map(({ language }) => language)) ?? null;
