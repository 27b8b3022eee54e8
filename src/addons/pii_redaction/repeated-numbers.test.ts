import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../tests/accuracy/pii/labelled-sentences.ts';
import type { Language } from '../../../tests/accuracy/pii/say.ts';
import { redactUtterances } from './run.ts';

/** The rest of a sentence that somebody else says after a number. */
function said(number: string, sentence: string, language: Language = 'en'): string | undefined {
  const first = utteranceOf(`It is ${number}.`, 'en', { speaker: 0 });
  const second = utteranceOf(sentence, language, { start: first.end + 5, speaker: 1 });
  return redactUtterances([first, second], { entity_types: ['PHONE_NUMBER', 'CREDIT_CARD'] }).utterances[1]
    ?.text;
}

describe('a number said again', () => {
  it.each([
    ['202-555-0143', 'Two zero two five five five zero one four three, right?', '[PHONE_NUMBER_1], right?'],
    ['202-555-0143', 'The 555-0143, right?', 'The [PHONE_NUMBER_1], right?'],
    ['202-555-0143', 'I have 0143 here.', 'I have [PHONE_NUMBER_1] here.'],
    ['202-555-0143', 'I have 202-555 here.', 'I have [PHONE_NUMBER_1] here.'],
    ['202-555-2020', 'The one ending in 2020?', 'The one ending in [PHONE_NUMBER_1]?'],
    [
      '202-555-2020',
      'The last four digits are two zero two zero?',
      'The last four digits are [PHONE_NUMBER_1]?',
    ],
    ['4111 1500 2600 3781', 'I have 4111 and 3781 here.', 'I have [CREDIT_CARD_1] and [CREDIT_CARD_1] here.'],
    ['4111 1500 2600 3781', 'I have 1500 2600 here.', 'I have [CREDIT_CARD_1] here.'],
  ])('is redacted in part if that part is known: %s, %s', (number, sentence, left) => {
    expect(said(number, sentence)).toBe(left);
  });

  it.each<[Language, string]>([
    ['en', 'It ends with 2020, yes?'],
    ['fr', 'Il se termine par 2020, non ?'],
    ['de', 'Die endet auf 2020, oder?'],
    ['es', 'Termina en 2020, ¿no?'],
    ['it', 'Finisce con 2020, no?'],
  ])('is recognised by the words before it in %s', (language, sentence) => {
    expect(said('202-555-2020', sentence, language)).toBe(sentence.replace('2020', '[PHONE_NUMBER_1]'));
  });

  it.each([
    ['202-555-0143', 'So 2025 was good.'],
    ['555-202-0143', 'So 2020 was good.'],
    ['202-555-2020', 'So 2020 was good.'],
    ['202-555-2020', 'We started in 2020.'],
    ['202-555-0143', 'We sold 5501 chairs.'],
    ['4111 1500 2600 3781', 'We sold 1500 chairs and 2600 tables.'],
  ])('is not found in a year, or in digits inside another number: %s, %s', (number, sentence) => {
    expect(said(number, sentence)).toBe(sentence);
  });
});
