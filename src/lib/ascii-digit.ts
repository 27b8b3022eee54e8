const DIGIT = /^\p{Nd}$/u;

/** The ASCII digit for a digit of any script; undefined for another character. */
export function asciiDigit(character: string): string | undefined {
  if (!DIGIT.test(character)) return undefined;
  // The digits of a script are in a row, from zero on: their number is how many precede them.
  const place = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(place - value - 1))) value += 1;
  return String(value);
}

/** A text with the digits of all scripts as ASCII ones. */
export const withAsciiDigits = (text: string): string =>
  text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => asciiDigit(digit) ?? digit);
