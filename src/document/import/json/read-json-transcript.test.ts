import { describe, expect, it } from 'vitest';
import { shownImport, shownJson, wordsOfJson } from '../../../../tests/fakes/shown-import.ts';

it('JSON of a segment on each line is read', () => {
  const lines = '{"start":0,"end":1,"text":"Hi"}\n{"start":1,"end":2,"text":"Ho"}\n';
  expect(shownImport('a.jsonl', lines).passages).toEqual(['0-1 "Hi"', '1-2 "Ho"']);
});

it('a broken line of them is left out with a note', () => {
  const lines = '{"start":0,"end":1,"text":\n\n{"start":1,"end":2,"text":"Ho"}\n{"start":2,"en';
  expect(shownImport('a.jsonl', lines)).toEqual({
    passages: ['1-2 "Ho"'],
    notes: [
      'Line 1: “{"start":0,"end":1,"text":” is not JSON, and was left out.',
      'Line 4: “{"start":2,"en” is not JSON, and was left out.',
    ],
  });
});

it.each([
  '{"start":0,"end":1,"text":\n{"start":1,"en\n',
  '[\n{"start":0,"end":1,"text":"Hi"},\n{"start":1,"end":2,"text":"Ho"}\n',
  '{"segments":[\n{"start":0,"end":1,"text":"Hi"}\n',
])('a file with no whole line, or a value of several lines that is cut off, is refused: %j', (text) => {
  expect(() => shownImport('a.jsonl', text)).toThrow(/is not JSON, or not all of it/);
});

it('numbers that JSON does not have are none', () => {
  const text =
    '{"segments":[{"start":0,"end":1,"text":"NaN \\"NaN, -Infinity","avg_logprob":NaN,"x":-Infinity}]}';
  expect(shownImport('a.json', text).passages).toEqual(['0-1 "NaN "NaN, -Infinity"']);
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
    [
      'clocks',
      {
        segments: [
          { start: '00:00:01.500', end: '00:00:02,500', text: 'a' },
          { startTime: '1:03', text: 'b' },
        ],
      },
      ['1.5-2.5 "a"', '63-null "b"'],
    ],
    ['a time stamp', [{ timestamp: '00:01', speaker: 'Ada', text: 'a' }], ['1-null [Ada] "a"']],
    ['an offset and a duration', [{ offset: 1.5, duration: 2, text: 'a' }], ['1.5-3.5 "a"']],
    ['milliseconds by name', { segments: [{ start_ms: 1500, end_ms: 2500, text: 'a' }] }, ['1.5-2.5 "a"']],
    [
      'milliseconds by their size',
      [
        { start: 1500, end: 2500, text: 'a' },
        { start: 2500, end: 5500, text: 'b' },
      ],
      ['1.5-2.5 "a"', '2.5-5.5 "b"'],
    ],
    [
      'pieces of words',
      {
        text: 'Hello you',
        tokens: [
          { text: 'Hel', start_ms: 100, end_ms: 200, speaker: '1' },
          { text: 'lo', start_ms: 200, end_ms: 300, speaker: '1' },
          { text: ' you', start_ms: 300, end_ms: 400, speaker: '1' },
        ],
      },
      ['0.1-0.4 [Speaker 1] "Hello you"'],
    ],
    [
      'time stamps of segments beside the text',
      { text: 'a b', timestamp: { word: [], segment: [{ segment: 'a b', start: 0.08, end: 0.6 }] } },
      ['0.08-0.6 "a b"'],
    ],
    [
      'sentences of each recording',
      [{ key: 'x', text: 'a', sentence_info: [{ text: 'a', start: 100, end: 400, spk: 0 }] }],
      ['0.1-0.4 [Speaker 0] "a"'],
    ],
    ['a wrapper', { data: { segments: [{ start: 0, end: 1, text: 'a' }] } }, ['0-1 "a"']],
    [
      'a first chunk without a start',
      {
        chunks: [
          { timestamp: [null, 1], text: ' a' },
          { timestamp: [1, 2], text: ' b' },
        ],
      },
      ['0-1 "a"', '1-2 "b"'],
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
  ])('with %s', (_, value, passages) => expect(shownJson(value)).toEqual(passages));

  it('has all words of a text, also those without times', () => {
    const words = [{ text: 'Hello', start: 0, end: 0.5 }];
    expect(wordsOfJson({ segments: [{ start: 0, end: 2, text: 'Hello there, you.', words }] })).toEqual([
      ['Hello', 0, 0.5],
      ['there,', 0.5, expect.any(Number)],
      ['you.', expect.any(Number), 2],
    ]);
  });
});

it.each([null, 'x', undefined])('a segment whose start is %j begins where the one before ends', (start) => {
  const segments = [
    { start: 1, end: 2, text: 'Hola.' },
    { start, text: 'Adiós.' },
    { start: 4, end: 5, text: 'Vale.' },
  ];
  expect(shownImport('a.json', JSON.stringify({ segments }))).toEqual({
    passages: ['1-2 "Hola."', '2-null "Adiós."', '4-5 "Vale."'],
    notes: ['1 of its segments have no start that is a time, and begin where others end.'],
  });
});
