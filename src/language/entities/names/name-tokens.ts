import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { withWords } from '../../cues/cues.ts';
import { nameKey } from './known-words.ts';

/** A recognised word, as far as a name could be in it. */
export interface NameToken {
  /** Index of the word. */
  word: number;
  /** Without marks and possessive, in the form of `nameKey`; empty if it has no letters. */
  key: string;
  /** With its possessive and contraction. */
  whole: string;
  /** In lower case, with its accents. */
  said: string;
  isCapital: boolean;
  /** Written in capitals alone: "PDF". */
  isAcronym: boolean;
  /** A mark is between it and the next one: a name does not go on. */
  endsPhrase: boolean;
  startsSentence: boolean;
}

const LABEL = /\[[A-Z_]+_\d+\]|#/;
const CORE = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ‑-]*/u;
/** A code: nobody is called so. */
const HAS_DIGITS = /\p{N}.*\p{N}/u;
const CONTRACTION = /'(?:s|m|re|ll|ve|d)$|n't$/;
/** Words behind which a full stop does not end a name ("Mr.", "J."). */
const SHORT = withWords('^(?:<abbreviation before a name>|\\p{L}$)');

/** The words of an utterance, for the search of names. */
export function nameTokens({ words }: Pick<Utterance, 'words'>): NameToken[] {
  let starts = true;
  return words.map(({ word }, index) => {
    const core = LABEL.test(word) ? '' : (CORE.exec(word)?.[0] ?? '');
    const whole = nameKey(core).replace(/['-]+$/, '');
    const after = word.slice(word.indexOf(core) + core.length).trim();
    const isShort = after.startsWith('.') && SHORT.test(whole);
    const token: NameToken = {
      word: index,
      key: /\p{L}/u.test(core) && !HAS_DIGITS.test(core) ? whole.replace(CONTRACTION, '') : '',
      whole,
      said: core.toLowerCase(),
      isCapital: /^\p{Lu}/u.test(core),
      isAcronym: /^[\p{Lu}\p{N}]{2,}$/u.test(core),
      endsPhrase: (!isShort && /[.,;:!?…)\]”"]/u.test(after)) || /'s$/.test(whole),
      startsSentence: starts,
    };
    starts = !isShort && /[.!?…:]/u.test(after);
    return token;
  });
}

/** Whether a text is written with capitals: names then have one. In a text of capitals alone they say nothing. */
export function hasCapitals(tokens: readonly NameToken[]): boolean {
  const words = tokens.filter(({ key }) => key.length > 1);
  if (words.length > 1 && words.every(({ isAcronym }) => isAcronym)) return false;
  return tokens.some(({ isCapital, whole }) => isCapital && !/^i(?:'|$)/.test(whole));
}
