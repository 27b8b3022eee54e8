import english from './english-phrases.json' with { type: 'json' };

/** Words `from` to `to` (exclusive) that mean something else together than one by one. */
export interface FoundPhrase {
  from: number;
  to: number;
  /** As of a word in the lexicon; 0 if it says nothing about feelings. */
  rating: number;
  /** Its negation turns nothing: "never been so happy", "isn't it lovely". */
  isAffirming: boolean;
}

interface Phrase {
  /** Forms that each word may have; `GAP` for a few other words. */
  words: readonly (readonly string[])[];
  kind: Kind;
}

/** Rating of an idiom. */
const IDIOM_RATING = 3;
/** Rating of a question that expects no answer: "how many more times?" */
const REPROACH_RATING = 5;

const RATINGS = {
  neutral: 0,
  affirming: 0,
  positive: IDIOM_RATING,
  negative: -IDIOM_RATING,
  reproach: -REPROACH_RATING,
} as const;

type Kind = keyof typeof RATINGS;

/** Where two phrases have one length, the kind that comes first counts. */
const KINDS = ['reproach', 'positive', 'negative', 'affirming', 'neutral'] as const;

const GAP = '...';
const MOST_IN_GAP = 3;

/** Phrases by the forms that they may begin with. */
const PHRASES: Readonly<Record<string, ReadonlyMap<string, readonly Phrase[]>>> = { en: byFirst(english) };

function byFirst(lists: Record<Kind, readonly string[]>): Map<string, Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const kind of KINDS) {
    for (const text of lists[kind]) {
      const words = text.split(' ').map((word) => word.split('|'));
      for (const first of words[0] ?? []) {
        const list = found.get(first) ?? [];
        list.push({ words, kind });
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
    let best: { phrase: Phrase; length: number } | null = null;
    for (const phrase of phrases.get(words[at] ?? '') ?? []) {
      const length = lengthAt(words, at, phrase.words);
      if (length > (best?.length ?? 0)) best = { phrase, length };
    }
    if (best) {
      const { kind } = best.phrase;
      const to = at + best.length;
      found.push({ from: at, to, rating: RATINGS[kind], isAffirming: kind === 'affirming' });
    }
    at += best?.length ?? 1;
  }
  return found;
}

/** Words that a phrase takes up from a place; 0 if it is not there. */
function lengthAt(words: readonly string[], at: number, [forms, ...rest]: Phrase['words']): number {
  if (!forms) return 0;
  if (forms[0] === GAP) {
    for (let skipped = 0; skipped <= MOST_IN_GAP; skipped++) {
      const length = lengthAt(words, at + skipped, rest);
      if (length > 0) return skipped + length;
    }
    return 0;
  }
  if (!forms.includes(words[at] ?? '')) return 0;
  if (rest.length === 0) return 1;
  const length = lengthAt(words, at + 1, rest);
  return length === 0 ? 0 : 1 + length;
}
