import starters from './sentence-starters.json' with { type: 'json' };

/**
 * Words that begin sentences, and no name and no part of one: behind an abbreviation or an initial, a capital of theirs shows that the
 * sentence has ended. Neither "Sie", which has one anywhere, nor particles of names.
 */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(starters).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** A starter and its signs are shorter; a word of ten thousand dots costs the pattern its square. */
const LONGEST_STARTER = 20;
/** "E." and "Y." are a second initial, though "E" and "Y" begin sentences. */
const INITIAL = /^\s*\p{Lu}\./u;

/** Whether a word with a capital shows that a sentence begins. */
export const isStarter = (word: string, language: string): boolean =>
  word.length <= LONGEST_STARTER &&
  !INITIAL.test(word) &&
  (STARTERS[language]?.has(
    word
      .trim()
      .replaceAll('’', "'")
      .replaceAll(/^[("“„«¿¡[‘‚]+|[,;:.!?…)"”»]+$/gu, ''),
  ) ??
    false);
