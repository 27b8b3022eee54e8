import parts from './schema/token-parts.json' with { type: 'json' };

/**
 * What is marked of a word in the text that rows over words are matched with, each as one private-use character behind the word.
 * `key` is the last, and the word's key follows it.
 */
export const TOKEN_MARKS = [
  ...(['name', 'wordName', 'rareName', 'proper', 'unknown', 'word', 'function'] as const),
  // A capital of its own, and any: also of an abbreviation.
  ...([
    'given',
    'family',
    'marked',
    'capital',
    'acronym',
    'ends',
    'first',
    'thing',
    'verb',
    'particle',
  ] as const),
  ...([
    'english',
    'listed',
    'common',
    'ordinary',
    'country',
    'cased',
    'dictionary',
    'shouted',
    'key',
  ] as const),
] as const;
export type TokenMark = (typeof TOKEN_MARKS)[number];

export const ANY_MARK = '[\\uE100-\\uE1FF]';
export const markOf = (mark: TokenMark): string => String.fromCharCode(0xe100 + TOKEN_MARKS.indexOf(mark));

/** What rows over words are made of, as regular expressions in which `{name}` is a mark. */
export const TOKEN_PARTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(parts).map(([name, source]) => [
    name,
    source.replaceAll(/\{([a-zN ]+)\}/g, (_, mark: string) =>
      mark === 'any mark' ? ANY_MARK : markOf(mark as TokenMark),
    ),
  ]),
);
