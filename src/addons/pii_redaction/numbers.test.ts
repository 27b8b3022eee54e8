import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { redactUtterances } from './run.ts';

const redacted = (said: string, ...entity_types: PiiEntityType[]): string =>
  redactUtterances([utteranceOf(said, 'en')], { entity_types })
    .utterances.map(({ text }) => text)
    .join('\n');

describe('a number that matches several types', () => {
  it.each<[string, PiiEntityType]>([
    ['Call +49 1512 3456787 now.', 'PHONE_NUMBER'],
    ['Call 49 1512 3456787 now.', 'PHONE_NUMBER'],
    ['The one on the account is +49 1512 3456787, I think.', 'PHONE_NUMBER'],
    ['My account number is 4111 1111 1111 1111.', 'ACCOUNT_NUMBER'],
    ['My order is 4111 1111 1111 1111.', 'NUMERICAL_PII'],
  ])('is redacted as this type if the other one was not requested: %s', (said, type) => {
    expect(redacted(said, type)).toBe(said.replace(/\+?\d[\d ]+\d/, `[${type}_1]`));
  });

  it('is a phone number with a plus and a valid country plan', () => {
    expect(redacted('Call +49 1512 3456787 now.')).toBe('Call [PHONE_NUMBER_1] now.');
    expect(redacted('Call 00 49 1512 3456787 now.')).toBe('Call [PHONE_NUMBER_1] now.');
    expect(redacted('Call plus four nine one five one two three four five six seven eight seven.')).toBe(
      'Call [PHONE_NUMBER_1].',
    );
  });

  it.each<[string, PiiEntityType]>([
    ['Call with the card 3782 822463 10005 now.', 'PHONE_NUMBER'],
    ['The PIN is 4111 1111 1111 1111.', 'PASSWORD'],
  ])('never reveals part of itself as another type: %s', (said, type) => {
    expect(redacted(said, type)).toBe(said);
  });
});

describe('phone numbers in a row', () => {
  it('are all found', () => {
    expect(redacted('I have 415-555-2671, 202-555-0143, 617-555-0199.')).toBe(
      'I have [PHONE_NUMBER_1], [PHONE_NUMBER_2], [PHONE_NUMBER_3].',
    );
  });

  it('leave what follows them unchanged', () => {
    expect(redacted('Call 202 555 0143 2026 12 31.', 'PHONE_NUMBER')).toBe(
      'Call [PHONE_NUMBER_1] 2026 12 31.',
    );
  });
});

describe('a card number', () => {
  it.each(['4111.1111.1111.1111', '3782.822463.10005'])('may have dots between its groups: %s', (card) => {
    expect(redacted(`Take ${card}, please.`)).toBe('Take [CREDIT_CARD_1], please.');
  });

  it.each([
    ['en', 'My card number is 4111 1111 1111 1112.'],
    ['en', 'The Visa card, that is 4111 1111 1111 1112.'],
    ['fr', 'Le numéro de ma carte est le 4111 1111 1111 1112.'],
    ['de', 'Meine Kartennummer lautet 4111 1111 1111 1112.'],
    ['es', 'El número de mi tarjeta es 4111 1111 1111 1112.'],
    ['it', 'Il numero della mia carta è 4111 1111 1111 1112.'],
  ] as const)('may have a digit that was misheard, in %s: %s', (language, said) => {
    const config = { entity_types: ['CREDIT_CARD'] as PiiEntityType[] };
    const { utterances } = redactUtterances([utteranceOf(said, language)], config);
    expect(utterances[0]?.text).toBe(said.replace(/\d[\d ]+\d/, '[CREDIT_CARD_1]'));
  });

  it('ends before anything else that is said about the card', () => {
    expect(
      redacted('My card number is 4111 1111 1111 1111, 123 is the code on the back.', 'CREDIT_CARD'),
    ).toBe('My card number is [CREDIT_CARD_1], 123 is the code on the back.');
  });

  it.each(['1234.5678', '4111.1111', '4.1.1.1111', '4111.1111.1111.1112', '4111.1111.1111.1111.2'])(
    'is not found in other numbers with dots: %s',
    (value) => {
      expect(redacted(`It says ${value} there.`, 'CREDIT_CARD')).toBe(`It says ${value} there.`);
    },
  );

  it('of thirteen digits is one beside a word about cards, otherwise a barcode', () => {
    expect(redacted('4222222222222 is my card.')).toBe('[CREDIT_CARD_1] is my card.');
    expect(redacted('The barcode says 4222222222222.')).toBe('The barcode says 4222222222222.');
  });
});

describe('four parts with dots', () => {
  it.each(['Version', 'The version is', 'Release number', 'Firmware is'])(
    'are a version after "%s"',
    (cue) => {
      expect(redacted(`${cue} 10.2.3.4 is out.`)).toBe(`${cue} 10.2.3.4 is out.`);
    },
  );

  it('are an address otherwise', () => {
    expect(redacted('The conversion ran on 10.2.3.4 today.')).toBe(
      'The conversion ran on [IP_ADDRESS_1] today.',
    );
  });
});

describe('a password', () => {
  it('that is spelled digit by digit is found to its end', () => {
    expect(redacted('The password is four seven three four, okay?')).toBe(
      'The password is [PASSWORD_1], okay?',
    );
    expect(redacted('The password is k b seven three.')).toBe('The password is [PASSWORD_1].');
  });

  it('is not found in remarks about it', () => {
    expect(redacted('The password is a 4-digit code.', 'PASSWORD')).toBe('The password is a 4-digit code.');
  });
});
