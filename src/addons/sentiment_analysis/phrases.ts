import english from './english-phrases.json' with { type: 'json' };

/** Words `from` to `to` (exclusive) that mean something else together than one by one. */
export interface FoundPhrase {
  from: number;
  to: number;
  /** As of a word in the lexicon; 0 if it says nothing about feelings. */
  rating: number;
}

interface Phrase {
  /** Of each word, the forms it may have. */
  words: readonly (readonly string[])[];
  rating: number;
}

/** Rating of an idiom. */
const IDIOM_RATING = 3;

const RATINGS = { neutral: 0, positive: IDIOM_RATING, negative: -IDIOM_RATING } as const;

/** Phrases by the forms that they may begin with. */
const PHRASES: Readonly<Record<string, ReadonlyMap<string, readonly Phrase[]>>> = { en: byFirst(english) };

function byFirst(lists: Record<keyof typeof RATINGS, readonly string[]>): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const kind of ['neutral', 'positive', 'negative'] as const) {
    for (const text of lists[kind]) {
      const words = text.split(' ').map((word) => word.split('|'));
      for (const first of words[0] ?? []) {
        const list = found.get(first) ?? [];
        list.push({ words, rating: RATINGS[kind] });
        found.set(first, list);
      }
    }
  }
  return found;
}

/** The phrases in a sentence, in order, without overlap; of those that begin at one word, the longest. */
export function findPhrases(words: readonly string[], language: string): FoundPhrase[] {
  const phrases = PHRASES[language];
  const found: FoundPhrase[] = [];
  if (!phrases) return found;
  for (let at = 0; at < words.length; ) {
    const best = (phrases.get(words[at] ?? '') ?? [])
      .filter((phrase) => phrase.words.every((forms, step) => forms.includes(words[at + step] ?? '')))
      .reduce<Phrase | null>(
        (longest, phrase) => (phrase.words.length > (longest?.words.length ?? 0) ? phrase : longest),
        null,
      );
    if (best) found.push({ from: at, to: at + best.words.length, rating: best.rating });
    at += best?.words.length ?? 1;
  }
  return found;
}
