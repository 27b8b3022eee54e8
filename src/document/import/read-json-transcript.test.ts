import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../tests/fakes/shown-import.ts';
import { readImport } from './read-import.ts';

const read = (value: unknown) => shownImport('a.json', JSON.stringify(value)).passages;
const wordsOf = (value: unknown) => {
  const found = readImport({
    name: 'a.json',
    bytes: new TextEncoder().encode(JSON.stringify(value)),
    format: null,
  });
  if (!('passages' in found)) throw new Error('It holds a document.');
  return found.passages.flatMap(
    ({ words }) => words?.map(({ word, start, end }) => [word.trim(), start, end]) ?? [],
  );
};

it('JSON of a segment on each line is read', () => {
  const lines = '{"start":0,"end":1,"text":"Hi"}\n{"start":1,"end":2,"text":"Ho"}\n';
  expect(shownImport('a.jsonl', lines).passages).toEqual(['0-1 "Hi"', '1-2 "Ho"']);
});

describe('JSON of Whisper’s kin', () => {
  it.each([
    [
      'words alone',
      {
        task: 'transcribe',
        language: 'english',
        duration: 1,
        text: 'Hello there.',
        words: [
          { word: 'Hello', start: 0, end: 0.5 },
          { word: 'there', start: 0.6, end: 1 },
        ],
      },
      ['0-1 "Hello there."'],
    ],
    [
      'chunks',
      {
        text: 'Hello end',
        chunks: [
          { timestamp: [0, 1.5], text: ' Hello' },
          { timestamp: [1.5, null], text: ' end' },
        ],
      },
      ['0-1.5 "Hello"', '1.5-null "end"'],
    ],
    [
      'chunks of a word',
      {
        text: ' So we go on. Well',
        chunks: ['So', 'we', 'go', 'on.', 'Well'].map((text, at) => ({
          timestamp: [at, at + 0.5],
          text: ` ${text}`,
        })),
      },
      ['0-4.5 "So we go on. Well"'],
    ],
    [
      'words called text',
      {
        text: 'Hello there.',
        segments: [
          {
            start: 0,
            end: 1,
            text: ' Hello there.',
            words: [{ text: 'Hello', start: 0, end: 0.5, confidence: 0.9 }],
          },
        ],
      },
      ['0-1 "Hello there."'],
    ],
    ['an end that is null', { segments: [{ start: 0, end: null, text: 'a' }] }, ['0-null "a"']],
    ['an end that is no number', { segments: [{ start: 0, end: 'x', text: 'a' }] }, ['0-null "a"']],
    ['a start before 0', { segments: [{ start: -0.02, end: 1, text: 'a' }] }, ['0-1 "a"']],
    [
      'numbers as texts',
      { segments: [{ start: '0.5', end: '1', text: 'a', speaker: 1 }] },
      ['0.5-1 [Speaker 1] "a"'],
    ],
    [
      'startTime and body',
      { version: '1.0.0', segments: [{ speaker: 'Ada', startTime: 0.5, endTime: 1, body: 'Hi' }] },
      ['0.5-1 [Ada] "Hi"'],
    ],
    ['nothing but a text', { text: 'Hello there.' }, ['null-null "Hello there."']],
    [
      'durations and speakers beside',
      {
        language: 'en-us',
        segments: [
          {
            start: 0.5,
            duration: 1,
            speaker: 'a-b',
            words: [
              { text: 'Hi', start: 0.5, duration: 0.3, type: 'word' },
              { text: 'you.', start: 1, duration: 0.5, type: 'word' },
            ],
          },
        ],
        speakers: [{ id: 'a-b', name: 'Ada' }],
      },
      ['0.5-1.5 [Ada] "Hi you."'],
    ],
    [
      'pieces by speaker beside pieces',
      {
        text: 'Hi.',
        chunks: [{ timestamp: [0, 1], text: 'Hi.' }],
        speakers: [{ speaker: 'SPEAKER_00', timestamp: [0, 1], text: 'Hi.' }],
      },
      ['0-1 [SPEAKER_00] "Hi."'],
    ],
    [
      'clocks of whisper.cpp',
      { transcription: [{ timestamps: { from: '00:00:01,500', to: '00:00:02,000' }, text: ' Hi' }] },
      ['1.5-2 "Hi"'],
    ],
    ['sentences', { text: 'Hi.', sentences: [{ start: 0, end: 1, text: 'Hi.', tokens: [] }] }, ['0-1 "Hi."']],
    [
      'Vosk’s lists',
      [
        {
          result: [
            { word: 'hi', start: 0, end: 0.4, conf: 1 },
            { word: 'you', start: 0.5, end: 0.9, conf: 1 },
          ],
          text: 'hi you',
        },
      ],
      ['0-0.9 "hi you"'],
    ],
    [
      'words of a script without spaces',
      {
        text: '客観的実在。',
        words: [
          { word: '客観的', start: 0, end: 1 },
          { word: '実在', start: 1, end: 2 },
        ],
      },
      ['0-2 "客観的実在"'],
    ],
  ])('with %s', (_, value, passages) => expect(read(value)).toEqual(passages));

  it('has all words of a text, also those without times', () => {
    const words = [{ text: 'Hello', start: 0, end: 0.5 }];
    expect(wordsOf({ segments: [{ start: 0, end: 2, text: 'Hello there, you.', words }] })).toEqual([
      ['Hello', 0, 0.5],
      ['there,', 0.5, expect.any(Number)],
      ['you.', expect.any(Number), 2],
    ]);
  });
});
