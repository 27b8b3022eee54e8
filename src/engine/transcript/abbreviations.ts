import lists from './abbreviations.json' with { type: 'json' };

/**
 * Abbreviations that end in a dot, in lower case without that dot. Those with a capital count only with it ("Mag." but not "mag."),
 * "-str" is the end of longer ones, and "et_al" is two words.
 */
interface Abbreviations {
  /** Always followed by a name or number, so their dot never ends a sentence. */
  titles: readonly string[];
  /** May also end a sentence, or are words too: "Main St." */
  others: readonly string[];
  /** They precede a number; before anything else they are words at an end: "I ate a fig." */
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

const KINDS = ['titles', 'others', 'numbered'] as const;

const LOOKUPS = new Map(
  Object.entries(ABBREVIATIONS).map(([language, lists]) => [
    language,
    KINDS.map((kind) => ({
      kind,
      known: new Set(lists[kind]),
      ends: lists[kind].flatMap((entry) => (entry.startsWith('-') ? entry.slice(1) : [])),
    })),
  ]),
);

/** What is behind an elided article, or in a compound: "l'avv.", "Dipl.-Ing." */
const LAST_PART = /(?<=['’]|\.-)\p{L}{2,}$/u;

/** The lists that have a word; neither it nor the one before has its dot. */
export function abbreviationKinds(word: string, before: string, language: string): Set<keyof Abbreviations> {
  const lower = word.toLocaleLowerCase(language);
  const forms = [word, lower, `${before.toLocaleLowerCase(language)}_${lower}`];
  const part = LAST_PART.exec(word)?.[0];
  if (part) forms.push(part, part.toLocaleLowerCase(language));
  const found = LOOKUPS.get(language)?.filter(
    ({ known, ends }) => forms.some((form) => known.has(form)) || ends.some((end) => lower.endsWith(end)),
  );
  return new Set(found?.map(({ kind }) => kind));
}

/** Languages that write ordinal numbers with a dot: "am 3. Oktober". */
export const ORDINAL_DOT_LANGUAGES: ReadonlySet<string> = new Set(
  words('de lb da no nn fo is fi et lv cs sk sl hr bs sr hu pl tr eu'),
);
