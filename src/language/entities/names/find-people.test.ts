import { expect, it } from 'vitest';
import { utteranceOf } from '../../../../tests/accuracy/pii/labelled-sentences.ts';
import { findPeople } from './find-people.ts';
import { frontDecoded } from './known-words.ts';

it('names of doctors have a type of their own', async () => {
  const spans = await findPeople([utteranceOf('Dr Okafor will call you.', 'en')], [0], 'en', []);
  expect(spans).toEqual([{ type: 'NAME_MEDICAL_PROFESSIONAL', utterance: 0, from: 1, to: 2 }]);
});

it('front-coded lists hold every word', () => {
  expect([...frontDecoded('0ann 3a 1lice 0bob')]).toEqual(['ann', 'anna', 'alice', 'bob']);
});
