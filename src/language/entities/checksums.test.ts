import { describe, expect, it } from 'vitest';
import type { Check } from '../cues/cue-schema.ts';
import { isIban, isLuhn, passes } from './checksums.ts';

const valid = (kind: Check) => (text: string) => passes(kind, text);

/** Example numbers published by authorities, in compact form; none belongs to a person. */
const EXAMPLES: [name: string, check: (text: string) => boolean, valid: string[]][] = [
  ['Luhn of a card', isLuhn, ['4111111111111111', '5555555555554444', '378282246310005', '79927398713']],
  ['IBAN', isIban, ['gb29nwbk60161331926819', 'de89370400440532013000', 'fr1420041010050500013m02606']],
  ...(
    [
      ['US routing number', ['021000021', '011401533', '122105155']],
      ['French social security number', ['255081416802538', '295109912611193']],
      ['Spanish DNI', ['12345678z', 'x1234567l']],
      ['Italian fiscal code', ['rssmra85t10a562s', 'rccmnl83s18d969h']],
      ['German tax id', ['36574261809', '86095742719', '47036892816']],
      ['German health insurance number', ['a123456780']],
      ['NHS number', ['9434765919', '4010232137']],
      ['Swiss AHV number', ['7569217076985']],
      ['vehicle identification number', ['1m8gdm9axkp042788', '1hgcm82633a004352']],
    ] as const
  ).map(([kind, examples]): [Check, (text: string) => boolean, string[]] => [
    kind,
    valid(kind),
    [...examples],
  ]),
];

/** All numbers with one digit changed. */
const withOneDigitChanged = (text: string): string[] =>
  [...text].flatMap((own, place) =>
    /\d/.test(own)
      ? [...'0123456789']
          .filter((digit) => digit !== own)
          .map((digit) => text.slice(0, place) + digit + text.slice(place + 1))
      : [],
  );

describe.each(EXAMPLES)('%s', (_name, check, valid) => {
  it('accepts published examples', () => {
    for (const example of valid) expect(check(example), example).toBe(true);
  });

  it('rejects all of them with one digit changed', () => {
    for (const example of valid) {
      const changed = withOneDigitChanged(example);
      expect(changed.length).toBeGreaterThan(50);
      expect(changed.filter(check), example).toEqual([]);
    }
  });

  it('rejects empty input', () => {
    expect(check('')).toBe(false);
  });
});

describe('German pension number', () => {
  it('accepts its published example, and no other check digit', () => {
    expect(passes('German pension number', '15070649c103')).toBe(true);
    for (const digit of '012456789')
      expect(passes('German pension number', `15070649c10${digit}`)).toBe(false);
  });
});

describe('numbers without a check digit', () => {
  it('are rejected in areas that were never assigned', () => {
    expect(passes('US social security number', '078051120')).toBe(true);
    for (const never of ['000121234', '666121234', '900121234', '123001234', '123450000', '12345678']) {
      expect(passes('US social security number', never), never).toBe(false);
    }
    expect(passes('UK national insurance number', 'ab123456c')).toBe(true);
    for (const never of ['bg123456a', 'da123456a', 'ab123456e', 'ao123456a', 'ab12345c']) {
      expect(passes('UK national insurance number', never), never).toBe(false);
    }
  });
});
