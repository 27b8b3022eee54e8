import { alignWords } from './align-words.ts';

/** Languages written without spaces: their error rate counts characters. */
const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my', 'bo']);

/** One word in two spellings, of which a recogniser writes either. */
const ONE_SPELLING: Readonly<Record<string, string>> = { mister: 'mr', missus: 'mrs', doctor: 'dr' };

/** Counts of one comparison; they add up over clips. */
export interface WordErrors {
  hits: number;
  substitutions: number;
  insertions: number;
  deletions: number;
  /** Words (characters in unspaced languages) of the reference. */
  referenceWords: number;
}

/**
 * Normalises text for comparison: Unicode NFKC, lower case, no punctuation; numbers remain as written, with their
 * decimal point and without thousands separators. An apostrophe inside a word is kept, a hyphen separates words. "Mister"
 * is "mr".
 */
export function normaliseWords(text: string, language = 'en'): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’ʼ‘`´]/gu, "'")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '')
    .replace(/(?<!\d)[.,]|[.,](?!\d)/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/gu, ' ')
    .replace(/[^\p{L}\p{N}\p{M}'.,%\s]/gu, ' ');
  if (UNSPACED_LANGUAGES.has(language)) return [...plain.replace(/\s/gu, '')];
  const words = plain.split(/\s+/u).filter((word) => word !== '');
  return language === 'en' ? words.map((word) => ONE_SPELLING[word] ?? word) : words;
}

/** Compares a transcript with its reference, both as plain text. */
export function countWordErrors(reference: string, hypothesis: string, language = 'en'): WordErrors {
  const truth = normaliseWords(reference, language);
  const errors = { hits: 0, substitutions: 0, insertions: 0, deletions: 0, referenceWords: truth.length };
  for (const { kind } of alignWords(truth, normaliseWords(hypothesis, language))) {
    if (kind === 'hit') errors.hits++;
    else if (kind === 'substitution') errors.substitutions++;
    else if (kind === 'insertion') errors.insertions++;
    else errors.deletions++;
  }
  return errors;
}

/** Counts of several clips together. */
export function sumWordErrors(parts: readonly WordErrors[]): WordErrors {
  const sum = { hits: 0, substitutions: 0, insertions: 0, deletions: 0, referenceWords: 0 };
  for (const part of parts) {
    sum.hits += part.hits;
    sum.substitutions += part.substitutions;
    sum.insertions += part.insertions;
    sum.deletions += part.deletions;
    sum.referenceWords += part.referenceWords;
  }
  return sum;
}

/**
 * Errors per reference word; above 1 if more was inserted than said. If nothing was said, 0 without insertions,
 * otherwise infinite.
 */
export function wordErrorRate(errors: WordErrors): number {
  const wrong = errors.substitutions + errors.insertions + errors.deletions;
  if (wrong === 0) return 0;
  return wrong / errors.referenceWords;
}
