import { toCardinal as german } from 'n2words/de-DE';
import { toCardinal as english } from 'n2words/en-US';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as french } from 'n2words/fr-FR';
import { toCardinal as italian } from 'n2words/it-IT';
import type { Chance } from './chance.ts';

export type Language = 'en' | 'fr' | 'de' | 'es' | 'it';
export type Form = 'written' | 'spoken';
export const LANGUAGES: readonly Language[] = ['en', 'fr', 'de', 'es', 'it'];

const CARDINALS: Record<Language, (value: number) => string> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
};

/** A number in words, from a library independent of the code that reads them. */
export const sayNumber = (value: number, language: Language): string => CARDINALS[language](value);

const DOUBLE: Partial<Record<Language, string>> = { en: 'double', es: 'doble', it: 'doppio' };

/** Digits one by one, sometimes with commas, sometimes "double seven"; letters as letters. */
export function spell(text: string, language: Language, random: Chance): string {
  const characters = [...text].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const withCommas = random.next() < 0.2;
  const double = random.next() < 0.3 ? DOUBLE[language] : undefined;
  const words: string[] = [];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? '';
    const isDouble = /\d/.test(character) && characters[index + 1] === character;
    const said = /\d/.test(character) ? sayNumber(Number(character), language) : character;
    if (double && isDouble) {
      words.push(`${double} ${said}`);
      index += 1;
    } else words.push(said);
  }
  return words.join(withCommas ? ', ' : ' ');
}

/**
 * Digits in pairs: "forty-one eleven"; a pair that starts with zero digit by digit, with a pause where two would
 * merge into one number.
 */
export function sayPairs(digits: string, language: Language): string {
  return (digits.match(/\d{1,2}/g) ?? [])
    .map((pair) =>
      pair.startsWith('0')
        ? [...pair].map((digit) => sayNumber(Number(digit), language)).join(' ')
        : sayNumber(Number(pair), language),
    )
    .join(' ')
    .replaceAll(/(?<=soixante|quatre-vingts?) (?!et )/gu, ', ')
    .replaceAll('quatre vingt', 'quatre, vingt');
}
