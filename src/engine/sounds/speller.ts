import { normalForm } from '../../lib/normal-form.ts';
import { soundRules } from './sound-rules.ts';

/** Converts words to sounds, one character per sound (see sound-rules.ts). */
export type Speller = (word: string) => string;

interface Rule {
  letters: RegExp;
  sounds: string;
}

const NOT_SPOKEN = /[^\p{L}\p{N}\p{M}]/gu;
/** Letters with marks but no decomposition, and their replacements if a language has no rule. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 's',
  ø: 'o',
  æ: 'e',
  œ: 'e',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 't',
  ð: 'd',
};

const compiled = new Map<string, Rule[]>();

function rulesOf(language: string): Rule[] {
  const known = compiled.get(language);
  if (known) return known;
  const rules = soundRules(language).map(([letters, sounds]) => ({
    letters: new RegExp(letters.includes('|') ? `(?:${letters})` : letters, 'uy'),
    sounds,
  }));
  compiled.set(language, rules);
  return rules;
}

/** The sounds of one word in lower case, in Latin letters. */
function spell(word: string, rules: readonly Rule[]): string {
  let sounds = '';
  for (let place = 0; place < word.length; ) {
    const rule = rules.find(({ letters }) => {
      letters.lastIndex = place;
      return letters.test(word);
    });
    const length = rule ? rule.letters.lastIndex - place : 0;
    if (rule && length > 0) {
      sounds += rule.sounds;
      place += length;
      continue;
    }
    const letter = word[place] ?? '';
    const bare = PLAIN[letter] ?? letter.normalize('NFD')[0] ?? '';
    sounds += bare;
    place += 1;
  }
  return withoutDoubles(sounds.replaceAll(/[^a-zSZTDNJ@0-9]/g, ''));
}

/** A doubled sound is pronounced once. */
const withoutDoubles = (sounds: string): string => sounds.replaceAll(/([^0-9])\1+/g, '$1');

/**
 * Creates the speller of a language.
 *
 * Letters outside the Latin script are romanised first. Numbers remain digits.
 * @param romanise converts text of any script to ASCII letters; null if all text is Latin
 */
export function spellerOf(language: string, romanise: ((text: string) => string) | null): Speller {
  const rules = rulesOf(language);
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const lower = normalForm(word, 'NFC').toLowerCase();
    const latin = romanise && !isLatin(lower) ? romanise(lower).toLowerCase() : lower;
    const sounds = spell(latin.replaceAll(NOT_SPOKEN, ''), rules);
    known.set(word, sounds);
    return sounds;
  };
}

/** Whether a text contains only letters of the Latin script. */
export const isLatin = (text: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(text);

/** Sounds of two words spoken without a pause. */
export const joinSounds = (before: string, after: string): string =>
  before !== '' && before.at(-1) === after[0] && !/\d/.test(before.at(-1) ?? '')
    ? before + after.slice(1)
    : before + after;
