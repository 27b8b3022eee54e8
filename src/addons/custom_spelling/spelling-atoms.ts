import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import { LONGEST_GAP, plainMarks, splitWord } from '../split-word.ts';

/** The smallest part of a text that is compared as a whole. */
export interface SpellingAtom {
  /** Lower case, with normalised apostrophes and hyphens. */
  text: string;
  /** Index of the recognised word it belongs to. */
  word: number;
  /** Its position in the word's core. */
  from: number;
  to: number;
  /** Whether a word of the language may start before it. */
  begins: boolean;
  /** Marks after it: "ear. Shot" is not "ear shot", but "St. Mary" is "st. mary". */
  after: string;
  /** Whether a hyphen joins it to the next. */
  joined: boolean;
  /** Whether silence or an opening mark after it ends a match. */
  closed: boolean;
}

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*/gu;
const HAS_UNSPACED = new RegExp(UNSPACED.source, 'u');

const fold = (text: string): string => plainMarks(text).toLowerCase();

/** "z.B", "U.S.A", "l'U.R.S.S" and "Ph.D": the parts may also be apart. */
const DOTTED = /^(?:[^.]*['’])?\p{L}{1,2}(?:\.\p{L}{1,2})+(?:['’]\p{L}+)?$/u;

interface Piece {
  text: string;
  from: number;
  to: number;
  unspaced: boolean;
  /** A dot within an abbreviation, or a dash before the next word. */
  after: string;
  joined: boolean;
}

/** Between words that are written without a space: "open ai—yes", "jon...well". */
const DASH = /[,!?;:)\]"”»’]*(?:[—…]|\.{2,}|(?<=\p{L})–(?=\p{L}))[([“«‘]*/gu;
const HYPHEN = /(?<=[\p{L}\p{N}])[-‐‑](?=[\p{L}\p{N}])/gu;

/** Parts of a text between separators, with these. */
function* splitAt(text: string, separator: RegExp): Generator<{ from: number; to: number; after: string }> {
  let from = 0;
  for (const match of text.matchAll(separator)) {
    yield { from, to: match.index, after: match[0] };
    from = match.index + match[0].length;
  }
  yield { from, to: text.length, after: '' };
}

/** Splits a core: each character of an unspaced script and each part of an abbreviation or a word with hyphens separately. */
function pieces(core: string): Piece[] {
  const found: Piece[] = [];
  for (const said of splitAt(core, DASH)) {
    for (const part of splitAt(core.slice(said.from, said.to), HYPHEN)) {
      const from = said.from + part.from;
      const own = wordPieces(core.slice(from, said.from + part.to));
      for (const [index, piece] of own.entries()) {
        const isLast = index === own.length - 1;
        const joined = isLast && part.after !== '';
        const after = isLast && !joined ? said.after || piece.after : piece.after;
        found.push({ ...piece, from: from + piece.from, to: from + piece.to, after, joined });
      }
    }
  }
  return found;
}

function wordPieces(core: string): Omit<Piece, 'joined'>[] {
  const found: Omit<Piece, 'joined'>[] = [];
  const add = (from: number, to: number, unspaced: boolean, after = '') => {
    if (to > from) found.push({ text: fold(core.slice(from, to)), from, to, unspaced, after });
  };
  if (DOTTED.test(core)) {
    for (const { from, to, after } of splitAt(core, /\./gu)) add(from, to, false, after);
    return found;
  }
  let from = 0;
  for (const match of core.matchAll(UNSPACED)) {
    add(from, match.index, false);
    from = match.index + match[0].length;
    add(match.index, from, true);
  }
  add(from, core.length, false);
  return found;
}

/** Word starts in the joined words, by Unicode's rules and dictionaries (UAX 29). */
function wordStarts(words: readonly string[]): Set<number> {
  const text = words.join('');
  if (!HAS_UNSPACED.test(text)) return new Set();
  return new Set([text.length, ...Array.from(segmentsOf(text, undefined, 'word'), ({ index }) => index)]);
}

/** The comparable parts of recognised words, in order. */
export function spellingAtoms(words: readonly RecognisedWord[]): SpellingAtom[] {
  const starts = wordStarts(words.map(({ word }) => word));
  const atoms: SpellingAtom[] = [];
  let offset = 0;
  words.forEach(({ word, end }, number) => {
    const { space, before, core, after } = splitWord(word);
    const own = pieces(core);
    const opens = before !== '';
    const previous = atoms.at(-1);
    if (previous && (opens || core === '')) previous.closed = true;
    own.forEach(({ text, from, to, unspaced, after: mark, joined }, index) => {
      const place = offset + space.length + before.length + from;
      const begins = unspaced
        ? (index === 0 && space !== '') || starts.has(place)
        : own[index - 1]?.after !== '.' && own[index - 1]?.joined !== true;
      atoms.push({ text, word: number, from, to, begins, after: mark, joined, closed: false });
    });
    const last = own.length > 0 ? atoms.at(-1) : undefined;
    const silence = (words[number + 1]?.start ?? end) - end;
    if (last) last.after = after.trim();
    if (last && silence > LONGEST_GAP) last.closed = true;
    offset += word.length;
  });
  return atoms;
}

export type VariantAtom = Pick<SpellingAtom, 'text' | 'after' | 'joined'>;

/** A variant split into the same parts. */
export function variantAtoms(variant: string): VariantAtom[] {
  return variant
    .trim()
    .split(/\s+/u)
    .flatMap((word) => {
      const { core, after } = splitWord(word);
      const own = pieces(core);
      return own.map(({ text, after: mark, joined }, index) => ({
        text,
        after: index === own.length - 1 ? after.trim() : mark,
        joined,
      }));
    });
}
