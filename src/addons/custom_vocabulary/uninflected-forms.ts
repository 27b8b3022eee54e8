/** Endings of a language's nouns, adjectives and some verbs, and what represents them in the words that lists have. */
const ENDINGS: Readonly<Record<string, readonly (readonly [end: RegExp, by: string])[]>> = {
  it: [
    [/[aeio]$/, 'o a e i'],
    [/(?<=[cg])h[ei]$/, 'o a'],
    [/(?<=[cg])e$/, 'ia'],
  ],
  es: [
    [/(?:[ao]s?|e?s)$/, 'o a os as e -'],
    [/ces$/, 'z'],
  ],
  pt: [
    [/(?:[ao]s?|e?s)$/, 'o a os as e -'],
    [/(?:oes|aes|aos)$/, 'ao'],
    [/is$/, 'l'],
  ],
  fr: [
    [/(?:es?|s|x)$/, '- e'],
    [/aux$/, 'al'],
    [/(?<=([lnst]))\1es?$/, '-'],
    [/eres?$/, 'er'],
    [/(?:eus|ric)es?$/, 'eur'],
    [/ves?$/, 'f'],
    [/ches?$/, 'c'],
    [/(?:ent|ant|ai[st]|aient|ons|ez|er|ee?s?)$/, 'er e ir re'],
  ],
  de: [
    [/(?:e[nmrs]?|n|s|innen|in|t|te|ten|st)$/, '- e en'],
    [/ern$/, '- er'],
  ],
  nl: [
    [/(?:en?|s|er)$/, '- e en'],
    [/(?<=([b-df-hj-np-tv-z]))\1e[nr]?$/, '-'],
  ],
};

/** Letters of the shortest stem: behind fewer, an ending is part of the word. */
const LEAST = 3;

/** A word in the form of `nameKey`, and what it may be an inflection of: "bianche" of "bianca". */
export const uninflectedForms = (word: string, language: string): string[] => [
  word,
  ...(ENDINGS[language] ?? []).flatMap(([end, by]) => {
    const found = end.exec(word);
    const stem = word.slice(0, found?.index);
    return !found || stem.length < LEAST ? [] : by.split(' ').map((other) => stem + other.replace('-', ''));
  }),
];
