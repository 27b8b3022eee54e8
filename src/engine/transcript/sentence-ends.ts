import { segmentsOf } from '../../lib/segmenter-of.ts';
import { abbreviationKinds, ORDINAL_DOT_LANGUAGES } from './abbreviations.ts';
import { CLOSING_MARKS, SENTENCE_MARKS } from './closing-marks.ts';

/** A word and the silence after it. */
interface SpokenWord {
  text: string;
  /** Seconds of silence before the next word. */
  pauseAfter: number;
}

/** Pauses in seconds before which a dot ends a sentence though it may belong to an abbreviation or ordinal, or to an initial. */
const DOUBTFUL_DOT_PAUSE = 0.5;
const INITIAL_PAUSE = 0.8;

const CLOSING = `[${CLOSING_MARKS}]*`;
const ENDS_WITH_DOT = new RegExp(`\\.${CLOSING}$`, 'u');
const ENDS_WITH_MARK = new RegExp(`[.!?…${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_SURE_MARK = new RegExp(`[!?${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_OWN_MARK = new RegExp(`[${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_ELLIPSIS = new RegExp(`(?:(?<!\\.)\\.{2,}|…)${CLOSING}$`, 'u');
/** A Greek question ends with what is a semicolon elsewhere. */
const ENDS_WITH_GREEK_QUESTION = new RegExp(`[;\\u037e]${CLOSING}$`, 'u');
/** Closing marks that are a word of their own, as after a French "oui. ". */
const CLOSING_WORD = new RegExp(
  `^\\s*(?:[»›”’)\\]」』】）]+|[!?…${SENTENCE_MARKS}]+[»›”’)\\]」』】）]*)$`,
  'u',
);

const OPENING = String.raw`^\s*[\p{Ps}\p{Pi}„‚"'¿¡#@]*`;
const BEGINS_WITH_NUMBER = new RegExp(String.raw`${OPENING}\p{Sc}?[-+]?\p{Nd}`, 'u');
/** iPhone, eBay, macOS, mRNA. */
const BEGINS_WITH_NAME = new RegExp(String.raw`${OPENING}\p{Ll}{1,3}\p{Lu}`, 'u');
/** Dutch "'s Avonds" and "'t Was": the capital comes after the shortened word. */
const BEGINS_SHORTENED = /^\s*['’‘]\p{Ll}[\s-]\p{Lu}/u;
const BEGINS_WITH_CAPITAL = new RegExp(String.raw`${OPENING}\p{Lu}`, 'u');
const BEGINS_IN_LOWER_CASE = new RegExp(String.raw`${OPENING}\p{Ll}`, 'u');

/**
 * Words that begin sentences, and no name and no part of one: behind an abbreviation or an initial, a capital of theirs shows that the
 * sentence has ended. Neither "Sie", which has one anywhere, nor particles of names.
 */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: "The This That These Those It It's He He's She She's They They're We We're You You're There There's Here What When Where Why How If But And So Then Now My Our His Her Their Its After Because I'm I've I'll Nobody Everyone In On At For Yes No",
    de: 'Er Es Wir Ich Und Aber Dann Danach Also Denn Doch Da Dort Hier Jetzt Wenn Weil Nein Ja Was Wer Wie Wo Warum',
    fr: "Il Elle On Nous Vous Ils Elles Je J'ai Et Mais Puis C'est Cela Ça Donc Alors Ensuite Oui Non",
    es: 'Él Ella Ellos Ellas Yo Nosotros Y Pero Entonces Luego Después Es Está Esto Eso Hay Sí No',
    it: "Lui Lei Loro Io Noi E Ma Poi È Sono Questo Questa Quello Quella C'è Non Sì",
    pt: 'Ele Ela Eles Elas Eu Nós Mas Então Depois É Isto Isso Há Não Sim',
    nl: 'Hij Zij Ze We Wij Ik Maar En Dan Het Dit Dat Daar Hier Nee Ja',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** A starter and its signs are shorter; a word of ten thousand dots costs the pattern its square. */
const LONGEST_STARTER = 20;

const begins = (word: string, language: string): boolean =>
  word.length <= LONGEST_STARTER &&
  (STARTERS[language]?.has(
    word
      .trim()
      .replaceAll('’', "'")
      .replaceAll(/^[("“„«¿¡[‘‚]+|[,;:.!?…)"”»]+$/gu, ''),
  ) ??
    false);

const bareOf = (text: string): string =>
  text
    .trim()
    .replace(/^[("'“„«‹¡¿[]+/u, '')
    .replace(ENDS_WITH_DOT, '');

/** Seconds of silence behind the dot of a word with which it ends a sentence: none for a word that is no abbreviation. */
function pauseForDot(text: string, before: string, next: string, language: string): number {
  const bare = bareOf(text);
  const kinds = abbreviationKinds(bare, bareOf(before), language);
  if (kinds.has('titles')) return Number.POSITIVE_INFINITY;
  if (begins(next, language)) return 0;
  if (kinds.has('others')) return DOUBTFUL_DOT_PAUSE;
  if (kinds.has('numbered') && BEGINS_WITH_NUMBER.test(next)) return DOUBTFUL_DOT_PAUSE;
  // "J." is an initial and "U.S." a row of them, but "I." ends a sentence just as often.
  if (language === 'en' && /^i$/i.test(bare)) return bare === 'I' ? DOUBTFUL_DOT_PAUSE : 0;
  if (/^[\p{Lu}\p{Ll}]$/u.test(bare)) return INITIAL_PAUSE;
  if (/^(?:\p{L}\.-?)+\p{L}$/u.test(bare)) return DOUBTFUL_DOT_PAUSE;
  if (ORDINAL_DOT_LANGUAGES.has(language) && /^\d{1,4}$/.test(bare)) return DOUBTFUL_DOT_PAUSE;
  return 0;
}

/** "Really?" he asked, 「はい。」と言った: the sentence continues after the quotation. */
const isQuoteInside = (word: string, next = ''): boolean =>
  (/["'”’“‘»›«‹]$/u.test(word) && /^\s*\p{Ll}/u.test(next)) ||
  (/[」』”]$/u.test(word) && /^\s*(?:と|って|という|라고|하고|고 )/u.test(next));

/** Indices of the last words of sentences according to Unicode's rules (UAX 29). */
function segmenterEnds(words: readonly SpokenWord[], language: string): Set<number> {
  const text = words.map((word) => word.text).join('');
  const boundaries = new Set<number>();
  for (const segment of segmentsOf(text, language, 'sentence')) {
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

/** Words, each with the closing marks that follow it as words of their own; and the index of the last of each. */
function withClosingMarks(words: readonly SpokenWord[]): { units: SpokenWord[]; last: number[] } {
  const units: SpokenWord[] = [];
  const last: number[] = [];
  words.forEach(({ text, pauseAfter }, index) => {
    const before = units.at(-1);
    if (before && CLOSING_WORD.test(text) && ENDS_WITH_MARK.test(before.text.trim())) {
      units[units.length - 1] = { text: before.text.trimEnd() + text.trim(), pauseAfter };
      last[last.length - 1] = index;
    } else {
      units.push({ text, pauseAfter });
      last.push(index);
    }
  });
  return { units, last };
}

/**
 * Finds the words that end a sentence by punctuation: Unicode's sentence rules, corrected for abbreviations ("Mr.",
 * "z. B."), initials and ordinals, where the following pause decides, and for sentences that begin with a number or a name in lower
 * case.
 *
 * @param words of one language, in order
 * @returns whether a sentence ends with each word; the last word counts only if it is punctuated
 */
export function sentenceEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const { units, last } = withClosingMarks(words);
  const ends = new Set(unitEnds(units, language).flatMap((isEnd, index) => (isEnd ? [last[index]] : [])));
  return words.map((_, index) => ends.has(index));
}

function unitEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const isQuestion = (text: string) => language === 'el' && ENDS_WITH_GREEK_QUESTION.test(text);
  const isMarked = words.map(({ text }) => ENDS_WITH_MARK.test(text.trim()) || isQuestion(text.trim()));
  const firstMark = isMarked.indexOf(true);
  if (firstMark < 0) return isMarked;
  // A text's end always ends a sentence, so the slow Unicode rules are applied only to what precedes it.
  const ends = firstMark === words.length - 1 ? new Set([firstMark]) : segmenterEnds(words, language);
  // In a text without capitals, none shows where a sentence begins.
  const isLower = isMarked.filter(Boolean).length > 1 && words.every(({ text }) => !/\p{Lu}/u.test(text));
  return words.map(({ text, pauseAfter }, index) => {
    const word = text.trim();
    const next = words[index + 1]?.text ?? '';
    if (!isMarked[index]) return false;
    // "3", ".", "5": in scripts without spaces, signs are words of their own.
    if (/^\p{Nd}/u.test(next) && /\p{Nd}\.$/u.test(`${words[index - 1]?.text ?? ''}${text}`)) return false;
    if (ENDS_WITH_OWN_MARK.test(word) || isQuestion(word)) return !isQuoteInside(word, next);
    const needed = ENDS_WITH_ELLIPSIS.test(word)
      ? 0
      : pauseForDot(word, words[index - 1]?.text ?? '', next, language);
    if (!ends.has(index)) {
      if (ENDS_WITH_ELLIPSIS.test(word) && BEGINS_WITH_CAPITAL.test(next)) return true;
      const mayEnd =
        mayBegin(next, pauseAfter) ||
        BEGINS_SHORTENED.test(next + (words[index + 2]?.text ?? '')) ||
        (isLower && BEGINS_IN_LOWER_CASE.test(next));
      return ENDS_WITH_DOT.test(word) && mayEnd && pauseAfter >= needed;
    }
    if (ENDS_WITH_SURE_MARK.test(word)) return !isQuoteInside(word, next);
    return pauseAfter >= needed;
  });
}

/** Whether a sentence may begin with a word before which Unicode's rules see none: they look for the next letter, and at no pause. */
const mayBegin = (word: string, pauseBefore: number): boolean =>
  BEGINS_WITH_NUMBER.test(word) ||
  BEGINS_WITH_NAME.test(word) ||
  (pauseBefore >= DOUBTFUL_DOT_PAUSE && BEGINS_IN_LOWER_CASE.test(word));
