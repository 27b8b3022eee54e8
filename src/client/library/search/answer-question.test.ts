import { expect, it } from 'vitest';
import { type AskedPassage, answerQuestion } from './answer-question.ts';
import { groundSentences, readable } from './ask-library.ts';

const said = (text: string, changes: Partial<AskedPassage> = {}): AskedPassage => ({
  id: crypto.randomUUID(),
  name: 'planning a fair.mp3',
  start: 60,
  speaker: 'Ada',
  text,
  language: 'en',
  ...changes,
});

const answers = async (question: string, ...passages: AskedPassage[]) =>
  (await answerQuestion(question, passages, null)).map(({ text }) => text);

const FAIR = said(
  'Right, is everybody here? The budget for our stand is eighteen thousand euros. The stand opens on Monday. ' +
    'I will design the posters for it.',
);

it('answers by the sentence that has the words of a question, with its moment', async () => {
  const [sentence] = await answerQuestion('How much is the budget for the stand?', [FAIR], null);
  expect(sentence).toMatchObject({
    id: FAIR.id,
    text: 'The budget for our stand is eighteen thousand euros.',
  });
  expect(sentence?.start).toBeGreaterThan(61);
  expect(await answers('When does the stand open?', FAIR)).toEqual(['The stand opens on Monday.']);
  expect(await answers('Who designs the posters?', FAIR)).toEqual(['I will design the posters for it.']);
});

it.each([
  ['a number that nobody says', 'How many people design posters?'],
  ['a day that nobody says', 'When do you design posters?'],
  ['a person who is not named', 'What budget does Zoltan have for the stand?'],
  ['a word that is not said', 'How much is the rent for the stand?'],
  ['one word, which is everywhere', 'What budget?'],
  ['nothing but question words', 'What is it?'],
])('does not answer a question for %s', async (_, question) => {
  expect(await answers(question, FAIR)).toEqual([]);
});

it('takes no number for that of what another part of the sentence is about', async () => {
  const clinic = said('The consultation costs fifty two pounds, and an x-ray would be extra.');
  expect(await answers('How much does the x-ray cost?', clinic)).toEqual([]);
  expect(await answers('How much does the consultation cost?', clinic)).toEqual([clinic.text]);
});

it('puts the shortest first, of three at most, and no question', async () => {
  const budgets = ['The stand has a budget of two.', 'So the budget of this stand is two, I think.'];
  const found = await answers(
    'What is the budget of the stand?',
    said(`${budgets[1]} ${budgets[0]} What is the budget of the stand?`),
    FAIR,
  );
  expect(found).toEqual([...budgets, 'The budget for our stand is eighteen thousand euros.']);
});

it('answers in other languages by their own words', async () => {
  const flat = said('Die Miete für die Wohnung beträgt neunhundert Euro.', {
    language: 'de',
    name: 'Wohnung',
  });
  expect(await answers('Wie viel beträgt die Miete für die Wohnung?', flat)).toHaveLength(1);
  expect(await answers('Wann beginnt die Miete für die Wohnung?', flat)).toEqual([]);
});

it('answers in other words where the meaning of the rest is near, and not because the subject is the same', async () => {
  const near = async (text: string) =>
    Float32Array.from(
      /rent|cost|month/u.test(text) ? [1, 0, 0] : /breed/u.test(text) ? [0, 1, 0] : [0, 0, 1],
    );
  const flat = said('The rent is nine hundred without heating. My dog lives in the flat.');
  const ask = async (question: string) =>
    (await answerQuestion(question, [flat], near)).map(({ text }) => text);
  expect(await ask('How much does it cost per month?')).toEqual([
    'The rent is nine hundred without heating.',
  ]);
  expect(await ask('Which breed is the dog?')).toEqual([]);
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
