/** Check digits. All functions take the compact form: digits and lower-case letters, without separators. */

const digitsOf = (text: string): number[] => [...text].map(Number);

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);

/** Luhn's check, ISO/IEC 7812-1. */
export function isLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return digits.length > 1 && sum % 10 === 0;
}

/** Remainder modulo 97 of a long number of digits and letters (a = 10). */
function remainderBy97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** ISO 13616: with the first four characters moved to the end, the remainder modulo 97 is 1. */
export const isIban = (iban: string): boolean => remainderBy97(iban.slice(4) + iban.slice(0, 4)) === 1;

/** Bank routing number of the United States (ABA): nine digits, weights 3, 7, 1. */
export function isAbaRouting(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  return weighted(digitsOf(digits), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

/** United States: no area 000, 666 or 900 and above, no group 00, no serial 0000. It has no check digit. */
export const isUsSsn = (digits: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)\d{4}$/.test(digits);

/** France, numéro de sécurité sociale: 13 characters and a key of 97 minus the remainder. */
export function isFrenchNir(text: string): boolean {
  if (!/^[1-478]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)(?:\d\d|2[ab])\d{8}$/.test(text)) return false;
  const digits = text.replace('2a', '19').replace('2b', '18');
  return 97 - remainderBy97(digits.slice(0, 13)) === Number(digits.slice(13));
}

/** Spain, DNI or NIE: eight digits (x, y, z for 0, 1, 2 in front) and a letter. */
export function isSpanishDni(text: string): boolean {
  if (!/^[xyz\d]\d{7}[a-z]$/.test(text)) return false;
  const digits = text.slice(0, 8).replace('x', '0').replace('y', '1').replace('z', '2');
  return 'trwagmyfpdxbnjzsqvhlcke'[Number(digits) % 23] === text[8];
}

const FISCAL_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/** Italy, codice fiscale: 16 characters, the last a check letter. */
export function isItalianFiscalCode(text: string): boolean {
  if (!/^[a-z]{6}[\dl-np-v]{2}[a-ehlmprst][\dl-np-v]{2}[a-z][\dl-np-v]{3}[a-z]$/.test(text)) return false;
  const sum = [...text.slice(0, 15)].reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 97;
    return total + (index % 2 === 0 ? (FISCAL_ODD[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(97 + (sum % 26)) === text[15];
}

/** Germany, Steuer-Identifikationsnummer: eleven digits, ISO 7064 mod 11,10, one digit of ten repeated. */
export function isGermanTaxId(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text) || new Set(text.slice(0, 10)).size > 9) return false;
  let product = 10;
  for (const digit of digitsOf(text.slice(0, 10))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(text[10]);
}

/** Germany, Versicherungsnummer of the pension insurance: area, birthday, letter, serial, check digit. */
export function isGermanPensionNumber(text: string): boolean {
  if (!/^\d{2}[0-3]\d[01]\d{3}[a-z]\d{3}$/.test(text)) return false;
  const letter = String(text.charCodeAt(8) - 96).padStart(2, '0');
  const digits = digitsOf(text.slice(0, 8) + letter + text.slice(9, 11));
  const weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
  const sum = digits.reduce((total, digit, index) => {
    const product = digit * (weights[index] ?? 0);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(text[11]);
}

/** Germany, Krankenversichertennummer: a letter, eight digits, a check digit. */
export function isGermanHealthNumber(text: string): boolean {
  if (!/^[a-z]\d{9}$/.test(text)) return false;
  const digits = digitsOf(String(text.charCodeAt(0) - 96).padStart(2, '0') + text.slice(1, 9));
  const sum = digits.reduce((total, digit, index) => {
    const product = digit * (index % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === Number(text[9]);
}

/** United Kingdom, NHS number: ten digits, mod 11. */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits)) return false;
  const check = 11 - (weighted(digitsOf(digits), [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && (check === 11 ? 0 : check) === Number(digits[9]);
}

/** United Kingdom, National Insurance number; it has no check digit. */
export const isNino = (text: string): boolean =>
  /^(?!bg|gb|kn|nk|nt|tn|zz)[a-ceghj-prtw-z][a-ceghj-nprtw-z]\d{6}[a-d]$/.test(text);

/** Switzerland, AHV number: thirteen digits from 756, with the check digit of an article number. */
export function isSwissAhv(digits: string): boolean {
  if (!/^756\d{10}$/.test(digits)) return false;
  const sum = weighted(digitsOf(digits), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
  return (10 - (sum % 10)) % 10 === Number(digits[12]);
}

const VIN_VALUES = '0123456789.abcdefgh..jklmn.p.r..stuvwxyz';
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Vehicle identification number with the check digit of North America, ISO 3779 and 49 CFR 565. */
export function isVin(text: string): boolean {
  if (!/^(?=.*[a-z])[a-hj-npr-z\d]{13}\d{4}$/.test(text)) return false;
  const sum = VIN_WEIGHTS.reduce(
    (total, weight, index) => total + weight * (VIN_VALUES.indexOf(text[index] ?? '.') % 10),
    0,
  );
  return 'x' === text[8] ? sum % 11 === 10 : String(sum % 11) === text[8];
}
