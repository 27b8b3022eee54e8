import { joinSounds, type Speller } from '../../engine/sounds/speller.ts';
import { normalForm } from '../../lib/normal-form.ts';
import { saidForms } from './said-forms.ts';
import type { CustomVocabularyConfig } from './schema.ts';

/** Used if neither the entry nor the request gives an intensity. */
export const DEFAULT_INTENSITY = 0.5;

/** Most characters of a term and of its sounds: a longer one is a pasted text, with more likenesses than memory holds. */
const LONGEST = 100;

/** Letters of a term whose other forms are also found by their sounds: too much sounds like "h and m". */
const LEAST_OF_FORMS = 7;

export interface VocabularyTerm {
  /** Spelling to write. */
  value: string;
  /** 0 to 1. */
  intensity: number;
  /** Its letters and numbers in lower case, without spaces. */
  letters: string;
  /** How it may be said: as written, and its pronunciations. No two sound the same. */
  ways: SpokenWay[];
  /** Other ways to write it, see `saidForms`. */
  forms: string[];
}

export interface SpokenWay {
  sounds: string;
  /** Number of words. */
  words: number;
}

/** Letters and numbers of a text in lower case, independent of spacing and marks but the dot of ".NET". */
export const lettersOf = (text: string): string =>
  normalForm(text, 'NFC')
    .toLowerCase()
    .replaceAll(/(?!^\.\p{L})[^\p{L}\p{N}\p{M}+#]/gu, '');

/**
 * The entries of a request that can be found: with an intensity, a letter and at most a hundred of them. Of two with
 * the same spelling the first counts.
 */
export function vocabularyTerms(
  config: CustomVocabularyConfig,
  language: string,
  speller: (language: string) => Speller,
): VocabularyTerm[] {
  const terms = new Map<string, VocabularyTerm>();
  for (const item of config.vocabulary) {
    const entry = typeof item === 'string' ? { value: item } : item;
    const value = normalForm(entry.value.trim(), 'NFC');
    const intensity = entry.intensity ?? config.default_intensity ?? DEFAULT_INTENSITY;
    const letters = lettersOf(value);
    if (intensity <= 0 || letters === '' || letters.length > LONGEST || terms.has(value)) continue;
    const spell = speller(entry.language ?? language);
    const ways = new Map<string, SpokenWay>();
    const withoutDots = value.startsWith('.') ? [] : [value, ...letterByLetter(value)];
    const forms = saidForms(value, entry.language ?? language);
    const said = [...withoutDots, ...withDots(value, entry.language ?? language)];
    if (letters.length >= LEAST_OF_FORMS) said.push(...forms);
    for (const text of [...said, ...(entry.pronunciations ?? [])]) {
      const words = wordsOf(text);
      const sounds = words.map(spell).reduce(joinSounds, '');
      if (sounds !== '' && sounds.length <= LONGEST && !ways.has(sounds))
        ways.set(sounds, { sounds, words: words.length });
    }
    terms.set(value, { value, intensity, letters, ways: [...ways.values()], forms });
  }
  return [...terms.values()];
}

/** English names of the letters, a to z, spelled as they sound. */
const LETTER_NAMES =
  'ay bee see dee ee eff gee aitch eye jay kay ell em en oh pee queue are ess tea you vee double you ex why zee';
const NAMES = LETTER_NAMES.replace('double you', 'double-you').split(' ');

/** "ComfyUI" may be said "Comfy you eye": its capitals one by one. Empty if it has no such part. */
function letterByLetter(value: string): string[] {
  const spelled = value.replaceAll(/(?<![A-Z])[A-Z]{2,4}(?![A-Za-z])/g, (letters) =>
    [...letters].map((letter) => ` ${NAMES[letter.charCodeAt(0) - 65] ?? letter}`).join(''),
  );
  return spelled === value ? [] : [spelled.trim()];
}

const DOT_NAMES: Readonly<Record<string, string>> = {
  en: 'dot',
  de: 'punkt',
  fr: 'point',
  es: 'punto',
  it: 'punto',
  pt: 'ponto',
  nl: 'punt',
};

/** "Node.js" may be said "Node dot js", and ".NET" must be. Empty if no dot is before a part. */
function withDots(value: string, language: string): string[] {
  const dot = DOT_NAMES[language];
  const said = dot && value.replaceAll(/(?<=^|[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2})/gu, ` ${dot} `);
  return !said || said === value ? [] : [said, ...letterByLetter(said)];
}

/** "GitLab" is pronounced like "Git Lab": a capital inside a word starts a new part. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[\s\-–_/]+/u)
    .filter((word) => word !== '');
