import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], undefined).utterances[0]?.text ?? '';

const NUMBER = '[NUMERICAL_PII_1]';

describe('what a booking or an order is found by', () => {
  it.each([
    ['en', 'booking reference', 'K7Q2LM'],
    ['en', 'my booking reference is', 'K7Q2LM'],
    ['en', 'my confirmation code is', 'X Y Z one two three'],
    ['en', 'your reference is', 'Kilo seven Quebec two Lima Mike'],
    ['en', 'booking reference', 'K seven double Q two L'],
    ['en', 'PNR is', 'ABC123'],
    ['en', 'the record locator is', 'ABC12D'],
    ['de', 'meine Buchungsnummer ist', 'K7Q2LM'],
    ['de', 'die Buchungsreferenz lautet', 'K7Q2LM'],
    ['de', 'Reservierungsnummer', '8841234'],
    ['de', 'Auftragsnummer:', 'A-12345'],
    ['fr', 'ma référence de réservation est', 'K7Q2LM'],
    ['fr', 'numéro de dossier', 'AB1234'],
    ['es', 'mi número de reserva es', 'K7Q2LM'],
    ['es', 'el localizador es', 'K7Q2LM'],
    ['it', 'il codice di prenotazione è', 'K7Q2LM'],
    ['it', 'il mio numero di prenotazione è', '8841234'],
  ] as const)('is found in %s: %s %s', (language, cue, value) => {
    expect(redacted(`${cue} ${value}.`, language)).toBe(`${cue} ${NUMBER}.`);
  });

  it.each([
    ['en', 'my booking is for two people'],
    ['en', 'we have an order of 500 units'],
    ['en', 'reference is made to section 5'],
    ['en', 'the order number is on the back'],
    ['de', 'die Buchungsnummer steht oben'],
    ['fr', 'le numéro de commande est perdu'],
  ] as const)('is not there in %s: %s', (language, said) => {
    expect(redacted(said, language)).toBe(said);
  });
});

describe('a code that is none', () => {
  it.each([
    ['en', 'the code is 2019 vintage'],
    ['en', 'the code is 1998 style'],
    ['de', 'mein Code ist 2019 entstanden'],
    ['fr', 'le code est 2019 environ'],
    ['en', 'my password is 12 characters long'],
    ['de', 'das Passwort ist 12 Zeichen lang'],
    ['fr', 'le mot de passe est 12 caractères'],
    ['es', 'la contraseña es 12 caracteres'],
    ['it', 'la password è 12 caratteri'],
  ] as const)('is a year or a length in %s: %s', (language, said) => {
    expect(redacted(said, language)).toBe(said);
  });

  it.each([
    ['en', 'the code is 2019', 'the code is [PASSWORD_1]'],
    ['en', 'the code is 2019 and the door is open', 'the code is [PASSWORD_1] and the door is open'],
    ['es', 'el código es 2019 y funciona', 'el código es [PASSWORD_1] y funciona'],
    ['en', 'my code is 4829 today', 'my code is [PASSWORD_1] today'],
  ] as const)('is one in %s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });
});

it.each([
  ['de', 'ich bin am vierten siebten zweiundachtzig geboren', 'ich bin am [DOB_1] geboren'],
  ['de', 'am ersten ersten zweitausend in Köln geboren', 'am [DOB_1] in Köln geboren'],
  ['de', 'geboren am vierten siebten zweiundachtzig', 'geboren am [DOB_1]'],
  ['es', 'nací el cuatro del siete del ochenta y dos', 'nací el [DOB_1]'],
] as const)('a date of birth in %s: %s', (language, said, left) => {
  expect(redacted(said, language)).toBe(left);
});

it.each([
  ['en', 'my address is one nine two dot one six eight dot oh dot one', 'my address is [IP_ADDRESS_1]'],
] as const)('"oh" between dots is a zero: %s', (language, said, left) => {
  expect(redacted(said, language)).toBe(left);
});

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
