import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { loadRomaniser } from '../../engine/sounds/load-romaniser.ts';
import { isLatin, type Speller, spellerOf } from '../../engine/sounds/speller.ts';
import { append } from '../../lib/append.ts';
import type { OnWords } from '../addon.ts';
import { replaceWords } from '../replace-words.ts';
import { splitClitics } from '../split-clitics.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import { commonWords } from './common-words.ts';
import { matchTerms } from './match-windows.ts';
import { ordinaryWords } from './ordinary-words.ts';
import type { CustomVocabularyConfig } from './schema.ts';
import { vocabularyTerms } from './vocabulary-entries.ts';

/** All texts that are compared by sound. */
function textOf(words: readonly RecognisedWord[], { vocabulary }: CustomVocabularyConfig): string {
  const entries = vocabulary.flatMap((item) =>
    typeof item === 'string' ? item : [item.value, ...(item.pronunciations ?? [])],
  );
  return [...words.map(({ word }) => word), ...entries].join(' ');
}

/**
 * Writes the terms of a custom vocabulary where words sound like them (specification §2.4, CustomVocabularyConfig).
 *
 * Words and terms are converted to sounds by the rules of their language (an entry's own `language`, or the
 * transcript's), and groups of words are compared with each entry and its pronunciations. The required similarity
 * depends on the entry's intensity (0 never replaces, 1 replaces eagerly), on the words' confidence and on how common
 * they are. Text that differs from a term only in case and spaces, or has its numbers and signs in words, becomes the term. The term's case is kept, and so
 * are punctuation, a possessive and an elided article; times and confidences: see `replaceWords`.
 *
 * @param words of one channel and language, in order
 * @param language transcription language code
 */
export async function applyVocabulary(
  words: readonly RecognisedWord[],
  language: string,
  config: CustomVocabularyConfig,
): Promise<RecognisedWord[]> {
  if (config.vocabulary.length === 0 || words.length === 0) return [...words];
  const romanise = isLatin(textOf(words, config)) ? null : await loadRomaniser();
  const spellers = new Map<string, Speller>();
  const speller = (code: string): Speller => {
    const spell = spellers.get(code) ?? spellerOf(code, romanise);
    spellers.set(code, spell);
    return spell;
  };
  const terms = vocabularyTerms(config, language, speller);
  if (terms.length === 0) return [...words];
  const common = commonWords(language);
  const result: RecognisedWord[] = [];
  let place = 0;
  const ordinary = await ordinaryWords(
    words,
    language,
    terms.map(({ value }) => value),
  );
  const options = { terms, spell: speller(language), common, ordinary, language };
  for (const { from, to, term } of matchTerms(words, options)) {
    append(result, words.slice(place, from));
    append(result, rewrite(words.slice(from, to), term.value));
    place = to;
  }
  return [...result, ...words.slice(place)];
}

function rewrite(recognised: readonly RecognisedWord[], target: string): RecognisedWord[] {
  const opening = splitWord(recognised[0]?.word ?? '');
  const closing = splitWord(recognised.at(-1)?.word ?? '');
  const { prefix } = splitClitics(plainMarks(opening.core).toLowerCase());
  const { suffix } = splitClitics(plainMarks(closing.core).toLowerCase());
  return replaceWords({
    recognised,
    target,
    before: opening.space + opening.before + opening.core.slice(0, prefix.length),
    after: (suffix === '' ? '' : closing.core.slice(-suffix.length)) + closing.after,
  });
}

export const onWords: OnWords = ({ words, language }, { custom_vocabulary_config }) =>
  custom_vocabulary_config ? applyVocabulary(words, language, custom_vocabulary_config) : words;
