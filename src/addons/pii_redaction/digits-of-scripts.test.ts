import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], undefined).utterances[0]?.text ?? '';

const SCRIPTS: readonly (readonly [string, number])[] = [
  ['Thai', 0x0e50],
  ['Arabic', 0x0660],
  ['Persian', 0x06f0],
  ['Devanagari', 0x0966],
  ['Bengali', 0x09e6],
  ['Khmer', 0x17e0],
  ['Burmese', 0x1040],
  ['wide', 0xff10],
];

describe.each(SCRIPTS)('%s digits', (_, zero) => {
  it.each([
    'my card is 4111 1111 1111 1111, cvv 123, expires 04/29',
    'call me on 202-555-0143',
    'my social is 219-09-9999',
    'my passport number is 533401372, routing number 021000021',
    'iban DE89 3704 0044 0532 0130 00',
    'born on 04/05/1982',
    'date of birth 04 05 82',
    'my pin is 4271, my zip code is 90210',
    'I live at 221 Baker Street',
    'at 192.168.4.20, write to ada99@example.com',
    'I am 42 years old, it costs 500 dollars',
    'meet at 10:30 am, from 2019 to 2021',
    'vin 1HGCM82633A004352, plate AB12 CDE',
    'booking reference K7Q2LM, order number 8841234',
    'NI number QQ123456C, nhs number 943 476 5919',
    'the dose is 20 mg, icd 10 code E11.9',
  ])('are found as those of ASCII: %s', (said) => {
    const own = said.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const back = (text: string) =>
      text.replaceAll(/\p{Nd}/gu, (digit) => {
        const value = (digit.codePointAt(0) ?? 0) - zero;
        return value >= 0 && value < 10 ? String(value) : digit;
      });
    expect(back(redacted(own, 'en'))).toBe(redacted(said, 'en'));
  });
});
