import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../edits/change.ts';
import { perParagraph } from '../per-paragraph.ts';
import fillers from './fillers.json' with { type: 'json' };
import { markWords } from './mark-words.ts';
import { plainWord } from './retime-words.ts';

/**
 * Sounds of hesitation by language, without words that also mean something: "um" is German for "at", "eh" is Spanish for
 * "hey", "er" is German for "he". Written by hand from the orthographies that transcripts of these languages use.
 */
const FILLERS: Readonly<Record<string, readonly string[]>> = fillers;

/** Sounds that mean nothing in any language that is not listed. */
const ANYWHERE = ['hm', 'hmm', 'mmm', 'uhm', 'ehm'];

const TRAILS_OFF = /[.…]{1,3}$/u;

/** Whether a word is a sound of hesitation in its language. Those listed with "…" are meant only when they trail off. */
export function isFiller({ word }: Pick<CorrectedWord, 'word'>, language: string): boolean {
  const listed = FILLERS[language] ?? ANYWHERE;
  const plain = plainWord(word);
  return listed.includes(plain) || (TRAILS_OFF.test(word.trim()) && listed.includes(`${plain}…`));
}

const counted = perParagraph(({ words, language }) => {
  const found = words.filter((word) => isFiller(word, language));
  return { all: found.length, struck: found.filter(({ struck }) => struck).length };
});

/** How many fillers there are, and how many of them are struck. */
export function countFillers({ paragraphs }: CorrectedTranscript): { all: number; struck: number } {
  const counts = paragraphs.map(counted);
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    struck: counts.reduce((sum, { struck }) => sum + struck, 0),
  };
}

/** Strikes all fillers, or brings them back; null if there is nothing to do. */
export const strikeFillers = (document: CorrectedTranscript, on: boolean): Change | null =>
  markWords(document, isFiller, 'struck', on);
