import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, language: Utterance['language']): string =>
  redactUtterances([{ ...utteranceOf(said, 'en'), language }], undefined).utterances[0]?.text ?? '';

describe('digits of other scripts', () => {
  it.each([
    ['ar', 'بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١.', 'بطاقتي [CREDIT_CARD_1].'],
    ['ar', 'اتصل بي على +١ ٢٠٢ ٥٥٥ ٠١٤٣', 'اتصل بي على [PHONE_NUMBER_1]'],
    ['hi', 'मेरा कार्ड ४१११ ११११ ११११ ११११ है', 'मेरा कार्ड [CREDIT_CARD_1] है'],
    ['bn', 'আমার কার্ড ৪১১১১১১১১১১১১১১১।', 'আমার কার্ড [CREDIT_CARD_1]।'],
    ['th', 'บัตร ๔๑๑๑ ๑๑๑๑ ๑๑๑๑ ๑๑๑๑', 'บัตร [CREDIT_CARD_1]'],
    ['zh', '我的卡号是４１１１１１１１１１１１１１１１。', '我的卡号是[CREDIT_CARD_1]。'],
    [
      'en',
      'My card is ۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱, expiry ۰۹/۲۸.',
      'My card is [CREDIT_CARD_1], expiry [CREDIT_CARD_EXPIRATION_1].',
    ],
    ['en', 'My social is ٢١٩-٠٩-٩٩٩٩.', 'My social is [SSN_1].'],
    ['en', 'Born on ٣ May ١٩٨٠, at ١٩٢.١٦٨.٤.٢٠.', 'Born on [DOB_1], at [IP_ADDRESS_1].'],
    ['de', 'Meine PIN ist ٤٢٧١.', 'Meine PIN ist [PASSWORD_1].'],
    ['en', '😀 my card is 𞥔𞥑𞥑𞥑 𞥑𞥑𞥑𞥑 𞥑𞥑𞥑𞥑 𞥑𞥑𞥑𞥑, okay', '😀 my card is [CREDIT_CARD_1], okay'],
    ['en', 'My card is 𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙.', 'My card is [CREDIT_CARD_1].'],
    ['en', 'Call 𝟐𝟎𝟐-𝟓𝟓𝟓-𝟎𝟏𝟒𝟑 now', 'Call [PHONE_NUMBER_1] now'],
    ['en', 'Write to 𝐣𝐨𝐡𝐧@𝐞𝐱𝐚𝐦𝐩𝐥𝐞.com 𝟏 time', 'Write to [EMAIL_ADDRESS_1] 𝟏 time'],
  ] as const)('are digits: %s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });
});

describe('double, triple and oh', () => {
  it.each([
    [
      'en',
      'My number is double oh four four two oh seven nine four six oh nine five eight.',
      'My number is [PHONE_NUMBER_1].',
    ],
    ['en', 'My PIN is oh double seven one.', 'My PIN is [PASSWORD_1].'],
    ['en', 'It is double o seven one, that is my PIN.', 'It is [PASSWORD_1], that is my PIN.'],
    ['en', 'The account number is triple four double oh seven.', 'The account number is [ACCOUNT_NUMBER_1].'],
    [
      'fr',
      'Mon numéro de client est double zéro triple quatre sept.',
      'Mon numéro de client est [ACCOUNT_NUMBER_1].',
    ],
    ['fr', 'Mon code PIN est oh double sept un.', 'Mon code PIN est [PASSWORD_1].'],
    [
      'de',
      'Meine Kundennummer ist Doppel-Null dreimal die Vier.',
      'Meine Kundennummer ist [ACCOUNT_NUMBER_1].',
    ],
    ['de', 'Meine PIN ist oh doppelt sieben eins.', 'Meine PIN ist [PASSWORD_1].'],
    [
      'es',
      'Mi número de cuenta es doble cero triple cuatro siete.',
      'Mi número de cuenta es [ACCOUNT_NUMBER_1].',
    ],
    ['es', 'Mi PIN es oh doble siete uno.', 'Mi PIN es [PASSWORD_1].'],
    [
      'it',
      'Il numero di conto è doppio zero triplo quattro sette.',
      'Il numero di conto è [ACCOUNT_NUMBER_1].',
    ],
    ['it', 'Il mio PIN è oh doppio sette uno.', 'Il mio PIN è [PASSWORD_1].'],
    ['en', 'Go to triple w dot example dot com.', 'Go to [URL_1].'],
    ['en', 'Go to double u double u double u dot example dot com.', 'Go to [URL_1].'],
  ] as const)('are read in %s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });

  it.each([
    ['es', 'Hay dos o tres personas.'],
    ['it', 'Ne ho due o tre.'],
    ['en', 'Oh, I see a double bed.'],
  ] as const)('are no digits elsewhere: %s: %s', (language, said) => {
    expect(redacted(said, language)).toBe(said);
  });
});

it('digits said over several words are in no word of the result', () => {
  const said = utteranceOf(
    'Call 202 555 0143 or plus four nine one five one two three four five six seven eight seven now.',
    'en',
  );
  for (const processed_text_type of ['MARKER', 'MASK'] as const) {
    const words = redactUtterances([said], { processed_text_type }).utterances.flatMap((own) => own.words);
    expect(words.map(({ word }) => word.replace(/\[[A-Z_]+_\d+\]/, '')).join('')).not.toMatch(
      /\d|four|seven/,
    );
  }
});

describe('digits said one by one, with a comma between them', () => {
  it.each([
    ['en', `My card is four${', one'.repeat(15)}.`, 'My card is [CREDIT_CARD_1].'],
    [
      'en',
      'The number is two, oh, two, five, five, five, oh, one, four, three, thanks.',
      'The number is [PHONE_NUMBER_1], thanks.',
    ],
    ['en', 'My PIN is four, two, seven, one.', 'My PIN is [PASSWORD_1].'],
    ['en', 'My account number is 4, 4, 2, 0, 7, 9, 4, 6.', 'My account number is [ACCOUNT_NUMBER_1].'],
    [
      'fr',
      'Mon numéro est zéro, six, douze, trente-quatre, cinquante-six, soixante-dix-huit.',
      'Mon numéro est [PHONE_NUMBER_1].',
    ],
    ['it', 'Il mio PIN è quattro, due, sette, uno.', 'Il mio PIN è [PASSWORD_1].'],
  ] as const)('are one number: %s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });
});

describe('spelled among digits', () => {
  it.each([
    ['es', 'mi dni es uno dos tres cuatro cinco seis siete ocho zeta vale', 'mi dni es [SSN_1] vale'],
    [
      'it',
      'codice fiscale erre esse esse emme erre a otto cinque ti uno zero a cinque sei due esse',
      'codice fiscale [SSN_1]',
    ],
    [
      'de',
      'meine nummer ist null eins sieben sechs drei mal die vier neun acht zwei zwei danke',
      'meine nummer ist [PHONE_NUMBER_1] danke',
    ],
    [
      'de',
      'ruf mich unter null eins fünf zwo zweiundzwanzig dreiunddreißig vierundvierzig an',
      'ruf mich unter [PHONE_NUMBER_1] an',
    ],
    ['en', 'call plus four four twenty seven nine four six oh nine five eight', 'call [PHONE_NUMBER_1]'],
    ['en', 'reg number is l b five one h k g', 'reg number is [VEHICLE_ID_1]'],
    ['en', 'and the last three digits are four oh one', 'and the last three digits are [CVV_1]'],
  ] as const)('%s: %s', (language, said, left) => {
    expect(redacted(said, language)).toBe(left);
  });

  it.each([
    ['it', 'ci sono due di noi e ti do tre mele'],
    ['es', 'ese niño de tres años y ele nueve'],
  ] as const)('is not found in words: %s: %s', (language, said) => {
    expect(redacted(said, language)).not.toMatch(/SSN|NUMERICAL|VEHICLE/);
  });
});
