import { ABBREVIATIONS, ORDINAL_DOT_LANGUAGES } from './abbreviations.ts';

/** A word with the silence after it. */
interface SpokenWord {
  text: string;
  /** Seconds of silence before the next word. */
  pauseAfter: number;
}

/** A dot that may belong to an abbreviation or ordinal ends a sentence only where the speaker stops for this long. */
const DOUBTFUL_DOT_PAUSE = 0.5;

const CLOSING = '["\'”’»›)\\]」』】）]*';
const ENDS_WITH_DOT = new RegExp(`\\.${CLOSING}$`, 'u');
const ENDS_WITH_MARK = new RegExp(`[.!?…。！？．।؟۔።]${CLOSING}$`, 'u');
const ENDS_WITH_SURE_MARK = new RegExp(`[!?。！？．।؟۔።]${CLOSING}$`, 'u');
const ENDS_WITH_ELLIPSIS = new RegExp(`(?:\\.{2,}|…)${CLOSING}$`, 'u');

type Dot = 'never' | 'doubtful' | 'sure';

/** What the dot at the end of a word means, before the next word is looked at. */
function judgeDot(text: string, language: string): Dot {
  const bare = text
    .trim()
    .replace(/^[("'“„«¿¡[]+/u, '')
    .replace(ENDS_WITH_DOT, '');
  const { titles, others } = ABBREVIATIONS[language] ?? { titles: [], others: [] };
  const lower = bare.toLocaleLowerCase(language);
  if (titles.includes(lower)) return 'never';
  if (others.includes(lower)) return 'doubtful';
  // "J." is an initial, "U.S." a row of them, but "I." is a sentence's last word as often.
  if (/^\p{Lu}$/u.test(bare)) return bare === 'I' && language === 'en' ? 'doubtful' : 'never';
  if (/^(?:\p{L}\.)+\p{L}$/u.test(bare)) return 'doubtful';
  if (ORDINAL_DOT_LANGUAGES.has(language) && /^\d{1,4}$/.test(bare)) return 'doubtful';
  return 'sure';
}

/** "Really?" he asked: the sentence goes on after what is quoted. */
const isQuoteInside = (word: string, next = ''): boolean =>
  /["'”’»›]$/u.test(word) && /^\s*\p{Ll}/u.test(next);

const segmenters = new Map<string, Intl.Segmenter>();

/** Unicode's rules for sentences in a language, made once: to make them takes far longer than to ask them. */
export function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, segmenter);
  return segmenter;
}

/** Where Unicode's rules (UAX 29) end a sentence: numbers of the words that are the last of one. */
function segmenterEnds(words: readonly SpokenWord[], language: string): Set<number> {
  const text = words.map((word) => word.text).join('');
  const boundaries = new Set<number>();
  for (const segment of segmenterOf(language).segment(text)) {
    boundaries.add(segment.index + segment.segment.trimEnd().length);
  }
  const ends = new Set<number>();
  let length = 0;
  words.forEach((word, index) => {
    if (boundaries.has(length + word.text.trimEnd().length)) ends.add(index);
    length += word.text.length;
  });
  return ends;
}

/**
 * Finds the words that end a sentence, by punctuation: Unicode's sentence rules, then what they cannot know, namely
 * abbreviations ("Mr.", "z. B."), initials and ordinals, where the pause after the word decides.
 *
 * @param words of one language, in order
 * @returns for every word, whether a sentence ends with it; the last word counts only if it is punctuated
 */
export function sentenceEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const isMarked = words.map(({ text }) => ENDS_WITH_MARK.test(text.trim()));
  const firstMark = isMarked.indexOf(true);
  if (firstMark < 0) return isMarked;
  // A text's end is always the end of a sentence: Unicode's rules, which take long, are asked about what is before it.
  const ends = firstMark === words.length - 1 ? new Set([firstMark]) : segmenterEnds(words, language);
  return words.map(({ text, pauseAfter }, index) => {
    const word = text.trim();
    if (!isMarked[index]) return false;
    if (/[。！？]/u.test(word)) return true;
    if (!ends.has(index)) return false;
    if (ENDS_WITH_SURE_MARK.test(word)) return !isQuoteInside(word, words[index + 1]?.text);
    if (ENDS_WITH_ELLIPSIS.test(word)) return true;
    const dot = judgeDot(word, language);
    return dot === 'sure' || (dot === 'doubtful' && pauseAfter >= DOUBTFUL_DOT_PAUSE);
  });
}
