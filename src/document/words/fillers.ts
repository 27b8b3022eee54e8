import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../edits/change.ts';
import { perParagraph } from '../per-paragraph.ts';
import { markWords } from './mark-words.ts';
import { plainWord } from './retime-words.ts';

/**
 * Sounds of hesitation by language, without words that also mean something: "um" is German for "at", "eh" is Spanish for
 * "hey", "er" is German for "he". Written by hand from the orthographies that transcripts of these languages use.
 */
const FILLERS: Readonly<Record<string, readonly string[]>> = {
  cs: ['ehm', 'hm', 'hmm', 'éé', 'eee', 'ehh'],
  da: ['øh', 'øhm', 'hm', 'hmm', 'æh', 'æhm'],
  de: ['äh', 'ähm', 'öh', 'öhm', 'hm', 'hmm', 'ehm', 'mhm'],
  en: ['uh', 'um', 'uhm', 'umm', 'uhh', 'er', 'erm', 'hm', 'hmm', 'mm', 'mmm', 'ah', 'eh'],
  es: ['eh', 'ehm', 'em', 'mmm', 'hm', 'hmm', 'este…'],
  fi: ['öö', 'ööm', 'hm', 'hmm', 'ää', 'äm'],
  fr: ['euh', 'heu', 'hum', 'hm', 'hmm', 'bah…', 'euhm'],
  it: ['ehm', 'eh', 'mmm', 'hm', 'hmm', 'uhm'],
  ja: ['えー', 'えっと', 'えーと', 'あの…', 'あのー', 'うーん', 'そのー', 'えーっと'],
  ko: ['어…', '음', '에…', '으음', '어어'],
  nl: ['eh', 'uh', 'uhm', 'ehm', 'hm', 'hmm', 'euh'],
  no: ['eh', 'øh', 'ehm', 'hm', 'hmm', 'øhm'],
  pl: ['yyy', 'eee', 'hm', 'hmm', 'mmm', 'ehm', 'yy'],
  pt: ['hum', 'hm', 'hmm', 'ahn', 'ehm', 'hã'],
  ru: ['эм', 'ээ', 'эээ', 'мм', 'ммм', 'хм', 'эмм', 'гм'],
  sv: ['öh', 'öhm', 'eh', 'ehm', 'hm', 'hmm'],
  tr: ['ııı', 'eee', 'şey…', 'hm', 'hmm', 'ee'],
  uk: ['ем', 'еее', 'ммм', 'хм', 'гм', 'ее'],
  zh: ['呃', '嗯', '嗯嗯', '额'],
};

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
