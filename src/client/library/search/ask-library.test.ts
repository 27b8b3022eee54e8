import { expect, it } from 'vitest';
import { type AskedPassage, groundSentences, readable } from './ask-library.ts';
import { questionTerms } from './question-terms.ts';

const said = (text: string, changes: Partial<AskedPassage> = {}): AskedPassage => ({
  id: crypto.randomUUID(),
  name: 'planning a fair.mp3',
  start: 60,
  speaker: 'Ada',
  text,
  language: 'en',
  ...changes,
});

const FAIR = said(
  'Right, is everybody here? The budget for our stand is eighteen thousand euros. The stand opens on Monday. ' +
    'I will design the posters for it.',
);

it.each([
  ['How much is the budget for the stand?', 'en', ['budget', 'stand']],
  ['Wie viel beträgt die Miete für die Wohnung?', 'de', ['beträg', 'miete', 'wohnun']],
  ['What is it?', 'en', []],
])('of %s only the words count that do not ask', (question, language, terms) => {
  expect([...questionTerms(question, language)].toSorted()).toEqual(terms);
});

it('keeps of a written answer the sentences that passages confirm', () => {
  const passages = [FAIR, said('We booked six rooms at the station hotel.')];
  const written =
    'The budget for the stand is eighteen thousand euros. It was approved by Zoltan. There are 40 rooms at the hotel.';
  expect(groundSentences(written, passages)).toEqual([
    { text: 'The budget for the stand is eighteen thousand euros.', places: [FAIR] },
  ]);
  expect(groundSentences('The transcript does not say.', passages)).toEqual([]);
  expect(groundSentences('', passages)).toEqual([]);
});

it('gives a model passages one after the other, without languages that are not transcribed', () => {
  const found = readable([FAIR, said('x', { language: 'none' }), said('Last words.')]);
  expect(found.map(({ start, text }) => [start, text])).toEqual([
    [0, FAIR.text],
    [60, 'Last words.'],
  ]);
  expect(found[0]?.words.map(({ word }) => word).join('')).toBe(FAIR.text);
});
