import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { loadKnownWords, nameKey } from '../../language/entities/names/known-words.ts';
import { splitWord } from '../split-word.ts';

/** Behind these, a word of the language is likelier than a name that sounds like it. */
const DETERMINERS = new Set(
  'a an the this that these those my your his her its our their some any no every each another'.split(' '),
);

/**
 * Tells which words a recogniser spelled as ordinary ones where they make sense: "the mat" is not "the Matt". There is a
 * dictionary for English alone.
 */
export async function ordinaryWords(words: readonly RecognisedWord[], language: string): Promise<boolean[]> {
  if (language !== 'en') return words.map(() => false);
  const { isEnglish } = await loadKnownWords();
  const cores = words.map(({ word }) => splitWord(word).core);
  return cores.map(
    (core, index) =>
      DETERMINERS.has(cores[index - 1]?.toLowerCase() ?? '') &&
      !/\p{Lu}/u.test(core) &&
      isEnglish(nameKey(core)),
  );
}
