import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { normalForm } from '../../lib/normal-form.ts';
import type { OnWords } from '../addon.ts';
import { replaceWords } from '../replace-words.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import { findVariants, indexVariants, type SpellingMatch } from './find-variants.ts';
import type { CustomSpellingConfig } from './schema.ts';
import { type SpellingAtom, spellingAtoms } from './spelling-atoms.ts';

/** Part of a word's core as a separate word, with its share of the time. */
function partOf(word: RecognisedWord, from: number, to: number, text: string): RecognisedWord {
  const length = Math.max(splitWord(word.word).core.length, 1);
  const seconds = word.end - word.start;
  return {
    ...word,
    word: text,
    start: from === 0 ? word.start : word.start + (seconds * from) / length,
    end: to >= length ? word.end : word.start + (seconds * to) / length,
  };
}

/**
 * Replaces variants with their target spellings (specification §2.4, CustomSpellingConfig).
 *
 * Variants are compared case-insensitively in composed form (letters with different marks remain different), as whole
 * words, also several of them; the longest wins, in one pass from left to right, so that nothing is replaced twice.
 * The target is written exactly as given, wherever it is in the sentence. Punctuation, quotes, a possessive "'s"
 * and an elided article ("l'") around a variant remain. In scripts without spaces a variant must start and end at word
 * boundaries by Unicode's rules. A space represents a hyphen and the other way round, unless the last part is a function word. Empty
 * targets and variants match nothing. Times and confidences: see `replaceWords`.
 *
 * @param words of one channel and language, in order
 * @param language transcription language code
 */
export function respell(
  words: readonly RecognisedWord[],
  config: CustomSpellingConfig,
  language = 'en',
): RecognisedWord[] {
  const index = indexVariants(config, language);
  if (index.size === 0) return [...words];
  const composed = words.map((word) => ({ ...word, word: normalForm(word.word, 'NFC') }));
  const atoms = spellingAtoms(composed);
  const result: RecognisedWord[] = [];
  /** The part of the words written so far. */
  let word = 0;
  let place = 0;
  const copyUpTo = (nextWord: number, nextPlace: number) => {
    for (; word < nextWord; word++, place = 0) {
      const whole = words[word];
      const parted = composed[word];
      if (!whole || !parted) continue;
      if (place === 0) result.push(whole);
      else {
        const { core, after } = splitWord(parted.word);
        if (place < core.length) result.push(partOf(parted, place, core.length, core.slice(place) + after));
      }
    }
    const parted = composed[word];
    if (!parted || nextPlace <= place) return;
    const { space, before, core } = splitWord(parted.word);
    const opening = place === 0 ? space + before : '';
    result.push(partOf(parted, place, nextPlace, opening + core.slice(place, nextPlace)));
    place = nextPlace;
  };
  for (const match of findVariants(atoms, index)) {
    const first = atoms[match.from];
    const last = atoms[match.to - 1];
    if (!first || !last) continue;
    copyUpTo(first.word, first.from);
    result.push(...rewrite(composed, { first, last, next: atoms[match.to] }, match));
    const lastCore = splitWord(composed[last.word]?.word ?? '').core;
    [word, place] = last.to >= lastCore.length ? [last.word + 1, 0] : [last.word, last.to];
  }
  copyUpTo(words.length, 0);
  return result;
}

function rewrite(
  words: readonly RecognisedWord[],
  { first, last, next }: { first: SpellingAtom; last: SpellingAtom; next: SpellingAtom | undefined },
  { variant, prefix, suffix }: SpellingMatch,
): RecognisedWord[] {
  const opening = splitWord(words[first.word]?.word ?? '');
  const closing = splitWord(words[last.word]?.word ?? '');
  const recognised = words.slice(first.word, last.word + 1).map((word, index) => {
    const { core } = splitWord(word.word);
    const from = index === 0 ? first.from : 0;
    const to = first.word + index === last.word ? last.to : core.length;
    return partOf(word, from, to, core.slice(from, to));
  });
  const endsWord = last.to >= closing.core.length;
  const written = endsWord ? closing.after : '';
  // An abbreviation's own dot is removed with it, unless it also ends the sentence.
  const nextCore = next ? splitWord(words[next.word]?.word ?? '').core : '';
  const goesOn = next !== undefined && (variant.isTitle || !/^\p{Lu}/u.test(nextCore));
  const isDotted =
    variant.dotted || (first.word === last.word && first.to < last.from && first.after === '.');
  const dotGoes = isDotted && written.startsWith('.') && (goesOn || written.length > 1);
  const kept = dotGoes ? written.slice(1) : written;
  return replaceWords({
    recognised,
    target: variant.target,
    before:
      (first.from === 0 ? opening.space + opening.before : '') +
      opening.core.slice(first.from, first.from + prefix.length),
    after: ownSuffix(closing.core.slice(0, last.to), suffix) + kept,
  });
}

/** The suffix as written, with its own apostrophe. */
const ownSuffix = (core: string, suffix: string): string =>
  suffix === '' ? '' : plainMarks(core).toLowerCase().endsWith(suffix) ? core.slice(-suffix.length) : suffix;

export const onWords: OnWords = ({ words, language }, { custom_spelling_config }) =>
  custom_spelling_config ? respell(words, custom_spelling_config, language) : words;
