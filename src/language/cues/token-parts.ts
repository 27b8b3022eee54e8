import marks from './schema/token-marks.json' with { type: 'json' };
import parts from './schema/token-parts.json' with { type: 'json' };

/** What is marked of a word in the text that rows over words are matched with, each as one private-use character behind the word. */
export type TokenMark = keyof typeof marks;
export const TOKEN_MARKS = Object.keys(marks) as TokenMark[];

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
