import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { SPOKEN } from '../../language/cues/spoken.ts';
import { foldText } from '../../language/entities/fold-text.ts';
import { inverseNormalise } from '../../language/entities/inverse-normalise.ts';
import type { Candidate } from './said-again.ts';
import { JOINING } from './said-forms.ts';
import { lettersOf, type VocabularyTerm } from './vocabulary-entries.ts';

/** A word of the recording. */
interface SaidWord {
  base: string;
  isFunction: boolean;
  closed: boolean;
  at: number;
}

/** Words that a term may be said in: "iPhone fifteen pro max". */
const MOST_WORDS = 8;

/** Letters that are words of the language, so that "a one" is no A1. */
const WORD_LETTERS: Readonly<Record<string, string>> = {
  en: 'ai',
  fr: 'ayà',
  es: 'aeiouy',
  it: 'aeioè',
  pt: 'aeoéà',
  nl: 'u',
};

const digitLetters = (text: string): string => lettersOf(foldText(text));

/** A word with the number that begins there in digits. */
interface NumberedWord {
  letters: string;
  isNumber: boolean;
  /** Whether it belongs to the number before: "five" of "thirty five". */
  continues: boolean;
}

function numberedWords(
  words: readonly RecognisedWord[],
  said: readonly SaidWord[],
  language: string,
): NumberedWord[] {
  const numbered = said.map((): NumberedWord => ({ letters: '', isNumber: false, continues: false }));
  const owners = words.flatMap(({ word }, index) => Array<number>(word.length).fill(index));
  const view = inverseNormalise(foldText(words.map(({ word }) => word).join('')), () => language);
  for (let place = 0; place < view.text.length; place++) {
    const first = owners[view.from[place] ?? 0] ?? 0;
    const last = owners[(view.to[place] ?? 1) - 1] ?? first;
    const own = numbered[first];
    if (own) own.letters += view.text[place] ?? '';
    for (const word of numbered.slice(first + 1, last + 1)) word.continues = true;
  }
  const hasDigit = (index: number): boolean => /\p{N}/u.test(numbered[index]?.letters ?? '');
  return numbered.map((one, index) => {
    const base = said[index]?.base ?? '';
    // The letter of "O2" is said as the digit.
    const isO = base === 'o' && !WORD_LETTERS[language]?.includes(base);
    const isPoint = one.letters.trim() === SPOKEN.dot && hasDigit(index - 1) && hasDigit(index + 1);
    const inDigits = !isO && (one.continues || isPoint || hasDigit(index));
    return { ...one, isNumber: inDigits || isO, letters: digitLetters(inDigits ? one.letters : base) };
  });
}

/** Terms that may be said in another way, by their sound. */
function termsByForm(terms: readonly VocabularyTerm[]): ReadonlyMap<string, VocabularyTerm> {
  const byLetters = new Map<string, VocabularyTerm>();
  for (const term of terms) {
    const mayDiffer = /\p{L}.*[\p{N}&]|[\p{N}&].*\p{L}/u.test(term.value);
    for (const form of mayDiffer ? [term.value, ...term.forms] : term.forms) {
      const letters = digitLetters(form);
      if (!byLetters.has(letters)) byLetters.set(letters, term);
    }
  }
  return byLetters;
}

/** Places where a term is written as it is said: its numbers in words ("five g"), its signs and short forms. */
export function matchSaidForms(
  words: readonly RecognisedWord[],
  said: readonly SaidWord[],
  terms: readonly VocabularyTerm[],
  language: string,
): Candidate[] {
  const byLetters = termsByForm(terms);
  if (byLetters.size === 0) return [];
  const longest = Math.max(...[...byLetters.keys()].map((letters) => letters.length));
  const numbered = numberedWords(words, said, language);
  const isOwn = ({ base, isFunction }: SaidWord, index: number): boolean =>
    base.length === 1 || base.includes('-')
      ? !WORD_LETTERS[language]?.includes(base)
      : !isFunction && !JOINING.has(base) && numbered[index]?.isNumber !== true;
  const found: Candidate[] = [];
  for (const [from, { at }] of said.entries()) {
    let [letters, hasOwn] = ['', false];
    for (let to = from; to < Math.min(said.length, from + MOST_WORDS); to++) {
      const [word, own] = [said[to], numbered[to]];
      if (!word || !own || word.base === '') break;
      letters += own.continues ? '' : own.letters;
      hasOwn ||= isOwn(word, to);
      if (letters.length > longest) break;
      const term = byLetters.get(letters);
      if (term && hasOwn && (to > from || word.base.includes('-')) && !isCut(numbered, said, from, to + 1))
        found.push({ from, to: to + 1, term, worth: letters.length, at, sounds: letters, lacking: 0 });
      if (word.closed) break;
    }
  }
  return found;
}

/** Whether a place begins or ends within a longer number: "o two o seven". */
const isCut = (
  numbered: readonly NumberedWord[],
  said: readonly SaidWord[],
  from: number,
  to: number,
): boolean =>
  [from, to].some((border) => {
    const isBoth = numbered[border - 1]?.isNumber === true && numbered[border]?.isNumber === true;
    return isBoth && said[border - 1]?.closed === false;
  });
