/** How letters and signs of a password are said in English, French, German, Spanish and Italian, folded. */

const any = (alternatives: string): string => `(?:${alternatives})`;

/** Before or after a letter or a word: "capital S", "S majuscule", "grosses S". */
const CASE = any(
  'capital(?: letter)?|upper ?case|lower ?case|all caps|all capitals|caps|small(?: letter)?|big|' +
    'majuscules?|minuscules?|en majuscules?|en minuscules?|grand|petit|' +
    'gro(?:ss|ß)(?:e[rsn]?)?|klein(?:e[rsn]?)?|gro(?:ss|ß)geschrieben|kleingeschrieben|gro(?:ss|ß)buchstabe|' +
    'mayusculas?|minusculas?|en mayusculas?|en minusculas?|' +
    'maiuscol[aoe]|minuscol[aoe]',
);

const SIGN = any(
  'exclamation (?:mark|point|sign)|question mark|dollar sign|pound sign|percent sign|number sign|hash ?tag|hash|asterisk|ampersand|and sign|at sign|equals(?: sign)?|plus sign|under ?score|hyphen|dash|back ?slash|forward slash|slash|tilde|caret|semi ?colon|colon|comma|period|full stop|dot|bang|pipe|space|(?:open|close|left|right) (?:bracket|paren(?:thesis)?|brace)|(?:single |double )?quotes?|' +
    "point d'exclamation|point d'interrogation|dieze|diese|arobase|esperluette|et commercial|asterisque|etoile|tiret(?: bas)?|trait d'union|signe (?:dollar|egal|plus)|point virgule|point|barre oblique|espace|" +
    'ausrufe?zeichen|fragezeichen|raute(?:zeichen)?|dollarzeichen|prozentzeichen|und-?zeichen|at-?zeichen|klammeraffe|stern(?:chen)?|unterstrich|bindestrich|schragstrich|gleichheitszeichen|pluszeichen|strichpunkt|doppelpunkt|punkt|leerzeichen|' +
    '(?:signo de |cierre de )?(?:exclamacion|admiracion|interrogacion)|almohadilla|numeral|arroba|asterisco|guion(?: bajo)?|barra(?: baja)?|signo (?:de )?(?:dolar|mas|igual|porcentaje)|punto y coma|punto|espacio|' +
    'punto esclamativo|punto interrogativo|cancelletto|chiocciola|e commerciale|trattino(?: basso)?|simbolo del dollaro|segno (?:piu|uguale)|spazio',
);

/** A sign in writing or as a private-use character of the spoken view. */
const WRITTEN_SIGN = '[\\uE000-\\uE007!#$%&*@+=_~^?-]';

/** A sign, said or written; part of a pattern. */
export const SPELLED_SIGN = `(?:${SIGN}|${WRITTEN_SIGN})`;

const ALONE = "(?<![\\p{L}\\p{N}'])[\\p{L}\\p{N}](?![\\p{L}\\p{N}'])";
/** "double s" */
const REPEATED =
  '(?:double|triple|treble|doppel(?:te[rs]?)?|zweimal|doble|doppi[ao]|deux fois) (?=[\\p{L}\\d](?![\\p{L}\\p{N}]))';
const SAID = `(?:${CASE}|${SIGN})(?![\\p{L}\\p{N}'])`;
/** "e", "y" and "i" are words where nothing spelled follows. */
const LONE_VOWEL = `(?![aeiouy] (?!${SAID}|${REPEATED}|${WRITTEN_SIGN}|${ALONE}|\\d))`;

/** One letter, digit or sign of a password, or how the next word is written; part of a pattern. */
export const SPELLED = `(?:${SAID}|${REPEATED}|${WRITTEN_SIGN}|${LONE_VOWEL}${ALONE}|\\d+(?![\\p{L}\\p{N}]))`;

const SAYS_NO_LETTER = new RegExp(`(?<![\\p{L}\\p{N}])${SAID}`, 'gu');

/** The letters and digits that a spelled text stands for: "capital B, l u e, seven, question mark" is "blue7". */
export const spelledLetters = (folded: string): string =>
  folded.replaceAll(SAYS_NO_LETTER, '').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Everything in a text that stands for letters or digits, in order, with its place; the rest says how they are written. */
export function* spelledPieces(folded: string): Generator<{ letters: string; from: number; to: number }> {
  const blank = folded.replaceAll(SAYS_NO_LETTER, (words) => ' '.repeat(words.length));
  for (const { 0: letters, index } of blank.matchAll(/[\p{L}\p{N}]+/gu))
    yield { letters, from: index, to: index + letters.length };
}
