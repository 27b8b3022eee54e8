import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { callByName } from './call-by-name.ts';
import { applyChange } from './change.ts';
import { renameSpeaker } from './edit-speakers.ts';

const talk = documentOf(
  { text: 'one', at: 0, speaker: 0 },
  { text: 'two', at: 10, speaker: 1 },
  { text: 'three', at: 20, speaker: 10 },
);
const named = (id: string, name: string, document = talk) =>
  applyChange(document, renameSpeaker(document, id, name) ?? expect.fail()).document;

it('writes names where results have the numbers of speakers, in every text of them', () => {
  const document = named('s1', 'Ada $& (Byron)');
  expect(
    callByName(
      { prompt: null, list: ['Speaker 2: yes', 'Speaker 10, Speaker 1, speaker 1.'], score: 2 },
      document,
    ),
  ).toEqual({
    prompt: null,
    list: ['Ada $& (Byron): yes', 'Speaker 10, Speaker 1, speaker 1.'],
    score: 2,
  });
});

it('changes nothing where nobody has a name', () => {
  const results = ['Speaker 1'];
  expect(callByName(results, talk)).toBe(results);
});

it('tells channels apart', () => {
  const both = documentOf({ text: 'a', at: 0, speaker: 0 }, { text: 'b', at: 1, channel: 1, speaker: 0 });
  const document = named(both.paragraphs[1]?.speaker ?? '', 'Ben', both);
  expect(callByName('Channel 0 · Speaker 1 asks Channel 1 · Speaker 1.', document)).toBe(
    'Channel 0 · Speaker 1 asks Ben.',
  );
});

it('counts from 1 where a result of an earlier version counts from 0, named or not', () => {
  const results = ['Speaker 0 greets Speaker 1.', { text: 'Speaker 1 and Speaker 10 answer.' }];
  expect(callByName(results, talk)).toEqual([
    'Speaker 1 greets Speaker 2.',
    { text: 'Speaker 2 and Speaker 11 answer.' },
  ]);
  expect(callByName(results, named('s0', 'Ada'))).toEqual([
    'Ada greets Speaker 2.',
    { text: 'Speaker 2 and Speaker 11 answer.' },
  ]);
});
