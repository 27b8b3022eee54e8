import { stdnum } from 'stdnum';
import type { Chance } from './chance.ts';

/** Tries values until an independent check, not the one under test, accepts one. */
export function passing(make: () => string, isValid: (value: string) => boolean): string {
  for (let tries = 0; tries < 20_000; tries++) {
    const value = make();
    if (isValid(value)) return value;
  }
  throw new Error('No value passed the check.');
}

export function luhnCard(random: Chance): string {
  const [start, length] = random.oneOf([
    ['4', 16],
    ['4', 16],
    ['51', 16],
    ['55', 16],
    ['2221', 16],
    ['34', 15],
    ['37', 15],
    ['6011', 16],
  ] as const);
  const body = start + random.digits(length - start.length - 1);
  const sum = [...body]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** A bank account in the country's format; letters count as numbers in the check. */
export function iban(country: 'GB' | 'FR' | 'DE' | 'ES' | 'IT', random: Chance): string {
  const bban = {
    GB: () => random.letters(4) + random.digits(14),
    FR: () => random.digits(23),
    DE: () => random.digits(18),
    ES: () => random.digits(20),
    IT: () => random.letters(1) + random.digits(22),
  }[country]();
  const number = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return country + String(98n - (BigInt(number) % 97n)).padStart(2, '0') + bban;
}

/** A national identity number by country, valid according to the library. */
export function nationalId(country: 'US' | 'FR' | 'DE' | 'ES' | 'IT', random: Chance): string {
  const month = () => String(random.between(1, 12)).padStart(2, '0');
  const day = () => String(random.between(1, 28)).padStart(2, '0');
  if (country === 'US')
    return passing(
      () => random.digits(9),
      (value) => /^(?!000|666|9)\d{3}(?!00)\d\d(?!0000)/.test(value),
    );
  if (country === 'FR')
    return passing(
      () => `${random.between(1, 2)}${random.digits(2)}${month()}75${random.digits(8)}`,
      (value) => stdnum.FR?.nir?.validate(value).isValid === true,
    );
  if (country === 'DE')
    return passing(
      () => `65${day()}${month()}${random.digits(2)}${random.letters(1)}${random.digits(3)}`,
      (value) => stdnum.DE?.svnr?.validate(value).isValid === true,
    );
  if (country === 'ES')
    return passing(
      () => random.digits(8) + random.letters(1),
      (value) => stdnum.ES?.dni?.validate(value).isValid === true,
    );
  return passing(
    () => `RSSMRA${random.digits(2)}${random.oneOf([...'ABCDEHLMPRST'])}${day()}H501${random.letters(1)}`,
    (value) => stdnum.IT?.codicefiscale?.validate(value).isValid === true,
  );
}

/** Nine digits whose sum with the weights 3, 7, 1 ends in zero. */
export const routingNumber = (random: Chance): string =>
  passing(
    () => `0${random.between(1, 9)}${random.digits(7)}`,
    (value) => {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = [...value].map(Number);
      return (3 * (a + d + g) + 7 * (b + e + h) + c + f + i) % 10 === 0;
    },
  );

export const VINS = ['1HGCM82633A004352', '1M8GDM9AXKP042788', '5GZCZ43D13S812715', 'JH4KA7561PC008269'];

const otherDigit = (digit: string | undefined, random: Chance): string =>
  String((Number(digit) + random.between(1, 9)) % 10);

/** With a different check digit: no card number, no routing number. */
export const spoilt = (digits: string, random: Chance): string =>
  digits.slice(0, -1) + otherDigit(digits.at(-1), random);

/** With one of its two check digits changed. */
export const spoiltIban = (valid: string, random: Chance): string =>
  valid.slice(0, 3) + otherDigit(valid[3], random) + valid.slice(4);
