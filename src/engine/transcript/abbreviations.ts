import lists from './abbreviations.json' with { type: 'json' };

/** Abbreviations that end in a dot, in lower case without that dot. */
interface Abbreviations {
  /** Always followed by a name or number, so their dot never ends a sentence. */
  titles: readonly string[];
  /** May also end a sentence, or are words too: "Main St." */
  others: readonly string[];
  /** Stand before a number; before anything else they are words at an end: "I ate a fig." */
  numbered: readonly string[];
}

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** By language code. Languages without a list use only the plain rules. */
export const ABBREVIATIONS: Readonly<Record<string, Abbreviations>> = Object.fromEntries(
  Object.entries(lists).map(([language, { titles, others, numbered }]) => [
    language,
    { titles: words(titles), others: words(others), numbered: words(numbered) },
  ]),
);

/** Languages that write ordinal numbers with a dot: "am 3. Oktober". */
export const ORDINAL_DOT_LANGUAGES: ReadonlySet<string> = new Set(
  words('de lb da no nn fo is fi et lv cs sk sl hr bs sr hu pl tr eu'),
);
