import { describe, expect, it } from 'vitest';
import { utteranceOf } from '../../../../tests/accuracy/pii/labelled-sentences.ts';
import { findPeople } from './find-people.ts';
import { frontDecoded } from './front-coding.ts';

type Language = Parameters<typeof utteranceOf>[1];

/** The words of the people in the last of these texts, each said by another voice. */
async function peopleIn(language: Language, ...texts: string[]): Promise<string[]> {
  const utterances = texts.map((text, index) =>
    utteranceOf(text, language, { start: index * 50, speaker: index % 2 }),
  );
  const spans = await findPeople(utterances, [...utterances.keys()], language, []);
  return spans
    .filter(({ utterance }) => utterance === texts.length - 1)
    .map(({ utterance, from, to }) =>
      (utterances[utterance]?.words.slice(from, to) ?? []).map(({ word }) => word.trim()).join(' '),
    );
}

describe('names of people', { timeout: 60_000 }, () => {
  it.each([
    ['My name is Priya Raman.', 'Priya Raman.'],
    ['my name is priya raman and i would like to cancel', 'priya raman'],
    ['This is Oluwaseun Adeyemi speaking.', 'Oluwaseun Adeyemi'],
    ['hi this is nguyen van minh from accounting', 'nguyen van minh'],
    ['Could I speak to Mr Kaczmarek, please?', 'Kaczmarek,'],
    ['Thanks, Xiaoming, that helps.', 'Xiaoming,'],
    ['I spoke to Yıldırım yesterday.', 'Yıldırım'],
    ['has anybody seen fatoumata this morning', 'fatoumata'],
  ])('are found in "%s"', async (text, name) => {
    expect(await peopleIn('en', text)).toEqual([name]);
  });

  it('are the answer to a question for them, with the letters that spell them', async () => {
    expect(await peopleIn('en', "What's your name?", 'Zhiqiang Wu.')).toEqual(['Zhiqiang Wu.']);
    expect(await peopleIn('en', 'And your last name?', "it's okafor")).toEqual(['okafor']);
    expect(await peopleIn('en', 'My name is Priya.', 'How is that spelled?', 'P R I Y A')).toEqual([
      'P R I Y A',
    ]);
  });

  it.each([
    ['fr', "Bonjour, je m'appelle Solène Marchand.", 'Solène Marchand.'],
    ['de', 'Guten Tag, mein Name ist Jürgen Kessler.', 'Jürgen Kessler.'],
    ['es', 'hola me llamo ximena villalobos', 'ximena villalobos'],
    ['it', 'Buongiorno, mi chiamo Ludovica Marchetti.', 'Ludovica Marchetti.'],
  ] as const)('are announced in %s, too', async (language, text, name) => {
    expect(await peopleIn(language, text)).toEqual([name]);
  });

  it.each([
    ['We need to mark the date in the calendar.'],
    ['may i ask what this is regarding'],
    ['This is great, thank you so much.'],
    ['The train to London leaves on Monday.'],
    ['she works for microsoft in seattle'],
    ['My name is on the list.'],
    ["Hello there, I'm calling about the router."],
  ])('are not found in "%s"', async (text) => {
    expect(await peopleIn('en', text)).toEqual([]);
  });

  it.each([
    ['es', 'aquello me llamó la atención'],
    ['es', 'me llamo igual que tú'],
    ['fr', 'ici tout va bien'],
    ['it', 'io mi chiamo fuori'],
    ['de', 'er ist herr der lage'],
    ['en', 'the IBAN follows'],
  ] as const)('are not what is said behind a cue in %s: %s', async (language, text) => {
    expect(await peopleIn(language, text)).toEqual([]);
  });

  it('say who is a doctor', async () => {
    const spans = await findPeople([utteranceOf('Dr Okafor will call you.', 'en')], [0], 'en', []);
    expect(spans).toEqual([{ type: 'NAME_MEDICAL_PROFESSIONAL', utterance: 0, from: 1, to: 2 }]);
  });
});

it('front-coded lists hold every word', () => {
  expect([...frontDecoded('0ann 3a 1lice 0bob')]).toEqual(['ann', 'anna', 'alice', 'bob']);
});
