import { z } from '../../lib/zod.ts';
import type { Check } from '../cues/cue-schema.ts';
import digits from '../cues/schema/check-digits.json' with { type: 'json' };

/** How a number is checked, in compact form: digits and lower-case letters, without separators. */
const check = z.strictObject({
  shape: z.string(),
  /** Applied in order before the sum. */
  replace: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** Letters in the order of their values, from 0; letters of one value have no space between them. */
  letters: z.string().optional(),
  /** Each letter is two digits, its place in the alphabet. */
  spelled: z.literal(true).optional(),
  /** Values of the first character, the third and so on, by their usual value. */
  odd: z.array(z.int()).optional(),
  /** The digits of each product are added. */
  crossSum: z.literal(true).optional(),
  /** Weights of the characters before the check digits; without them ISO 7064, mod 11,10, unless there is no modulus either. */
  weights: z.array(z.int()).optional(),
  modulus: z.int().optional(),
});
const CHECKS = z.record(z.string(), check).parse(digits);

const crossSumOf = (value: number): number => Math.floor(value / 10) + (value % 10);

/** Whether a number in compact form has the shape and the check digits of its kind. */
export function passes(kind: Check, compact: string): boolean {
  const { shape, replace = [], letters = '', spelled, odd, crossSum, weights, modulus } = CHECKS[kind] ?? {};
  if (shape === undefined || !new RegExp(`^${shape}$`).test(compact)) return false;
  if (modulus === undefined) return true;
  const pairs = spelled
    ? compact.replace(/[a-z]/g, (own) => String(own.charCodeAt(0) - 96).padStart(2, '0'))
    : compact;
  const text = replace.reduce((own, [pattern, by]) => own.replace(new RegExp(pattern), by), pairs);
  if (!weights) return isIso7064(text);
  const values = letters.split(' ');
  const worthOf = (own: string) =>
    /^\d+$/.test(own) ? Number(own) : values.findIndex((same) => same.includes(own));
  const sum = weights.reduce((total, weight, index) => {
    const value = worthOf(text.charAt(index));
    const product = weight * (index % 2 === 0 ? (odd?.[value] ?? value) : value);
    return total + (crossSum ? crossSumOf(product) : product);
  }, 0);
  return (sum - worthOf(text.slice(weights.length))) % modulus === 0;
}

/** ISO 7064, mod 11,10. */
function isIso7064(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) product = (((Number(digit) + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(digits.at(-1));
}

/** Luhn's check, ISO/IEC 7812-1. */
export const isLuhn = (digits: string): boolean =>
  digits.length > 1 &&
  [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + crossSumOf(Number(digit) * (1 + (index % 2))), 0) %
    10 ===
    0;

/** ISO 13616: with the first four characters moved to the end, the remainder modulo 97 is 1. */
export const isIban = (iban: string): boolean =>
  [...iban.slice(4), ...iban.slice(0, 4)].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0) === 1;
