import { describe, expect, it } from 'vitest';
import { shownJson, wordsOfJson } from '../../../../tests/fakes/shown-import.ts';

describe('JSON of services', () => {
  it.each([
    [
      'IBM',
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'hi you ',
                timestamps: [
                  ['hi', 0.5, 0.7],
                  ['you', 0.8, 1],
                ],
              },
            ],
          },
        ],
        speaker_labels: [
          { from: 0.5, to: 0.7, speaker: 0 },
          { from: 0.8, to: 1, speaker: 1 },
        ],
      },
      ['0.5-0.7 [Speaker 0] "hi"', '0.8-1 [Speaker 1] "you"'],
    ],
    [
      'Amazon Transcribe',
      {
        results: {
          transcripts: [{ transcript: 'Hi. You.' }],
          speaker_labels: {
            segments: [
              {
                items: [
                  { start_time: '0.0', speaker_label: 'spk_0' },
                  { start_time: '1.0', speaker_label: 'spk_1' },
                ],
              },
            ],
          },
          items: [
            {
              type: 'pronunciation',
              start_time: '0.0',
              end_time: '0.5',
              alternatives: [{ content: 'Hi', confidence: '0.9' }],
            },
            { type: 'punctuation', alternatives: [{ content: '.' }], speaker_label: 'spk_0' },
            {
              type: 'pronunciation',
              start_time: '1.0',
              end_time: '1.5',
              alternatives: [{ content: 'You', confidence: '0.9' }],
            },
            { type: 'punctuation', alternatives: [{ content: '.' }] },
          ],
        },
      },
      ['0-0.5 [spk_0] "Hi."', '1-1.5 [spk_1] "You."'],
    ],
    [
      'Google',
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'hi you',
                words: [
                  { startTime: '0.100s', endTime: '0.5s', word: 'hi' },
                  { startTime: '0.600s', endTime: '1s', word: 'you' },
                ],
              },
            ],
            languageCode: 'en-us',
          },
        ],
      },
      ['0.1-1 "hi you"'],
    ],
    [
      'Google, with speakers',
      {
        response: {
          results: [
            {
              alternatives: [
                { transcript: 'hi you', words: [{ startTime: '0s', endTime: '0.5s', word: 'hi' }] },
              ],
            },
            {
              alternatives: [
                {
                  words: [
                    { startTime: '0s', endTime: '0.5s', word: 'hi', speakerTag: 1 },
                    { startTime: '0.6s', endTime: '1s', word: 'you', speakerTag: 2 },
                  ],
                },
              ],
            },
          ],
        },
      },
      ['0-0.5 [Speaker 1] "hi"', '0.6-1 [Speaker 2] "you"'],
    ],
    [
      'Azure, batch',
      {
        recognizedPhrases: [
          {
            channel: 0,
            speaker: 1,
            offsetInTicks: 5_000_000,
            durationInTicks: 10_000_000,
            nBest: [
              {
                display: 'Hi you.',
                words: [{ word: 'hi', offsetInTicks: 5_000_000, durationInTicks: 5_000_000 }],
              },
            ],
          },
        ],
      },
      ['0.5-1.5 [Speaker 1] "Hi you."'],
    ],
    [
      'Azure, fast',
      {
        phrases: [
          { speaker: 1, offsetMilliseconds: 500, durationMilliseconds: 1000, text: 'Hi you.', words: [] },
        ],
      },
      ['0.5-1.5 [Speaker 1] "Hi you."'],
    ],
    [
      'Deepgram',
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'Hi. You?',
                  words: [
                    { word: 'hi', punctuated_word: 'Hi.', start: 0, end: 0.5, speaker: 0 },
                    { word: 'you', punctuated_word: 'You?', start: 0.6, end: 1, speaker: 1 },
                  ],
                },
              ],
            },
          ],
        },
      },
      ['0-0.5 [Speaker 0] "Hi."', '0.6-1 [Speaker 1] "You?"'],
    ],
    [
      'Deepgram, utterances',
      {
        results: {
          channels: [],
          utterances: [{ start: 0, end: 1, channel: 0, speaker: 0, transcript: 'Hi you.', words: [] }],
        },
      },
      ['0-1 [Speaker 0] "Hi you."'],
    ],
    [
      'AssemblyAI',
      {
        audio_duration: 2,
        language_code: 'en_us',
        text: 'Hi you.',
        utterances: [
          {
            speaker: 'A',
            start: 500,
            end: 1500,
            text: 'Hi you.',
            words: [
              { text: 'Hi', start: 500, end: 800, speaker: 'A' },
              { text: 'you.', start: 900, end: 1500, speaker: 'A' },
            ],
          },
        ],
      },
      ['0.5-1.5 [Speaker A] "Hi you."'],
    ],
    [
      'AssemblyAI, words',
      {
        audio_duration: 2,
        utterances: null,
        text: 'Hi you.',
        words: [
          { text: 'Hi', start: 500, end: 800 },
          { text: 'you.', start: 900, end: 1500 },
        ],
      },
      ['0.5-1.5 "Hi you."'],
    ],
    [
      'Speechmatics',
      {
        format: '2.9',
        results: [
          { type: 'word', start_time: 0, end_time: 0.5, alternatives: [{ content: 'Hi', speaker: 'S1' }] },
          {
            type: 'punctuation',
            start_time: 0.5,
            end_time: 0.5,
            alternatives: [{ content: '.', speaker: 'S1' }],
          },
          { type: 'word', start_time: 0.6, end_time: 1, alternatives: [{ content: 'You', speaker: 'S2' }] },
        ],
      },
      ['0-0.5 [S1] "Hi."', '0.6-1 [S2] "You"'],
    ],
    [
      'ElevenLabs',
      {
        language_code: 'en',
        text: 'Hi you.',
        words: [
          { text: 'Hi', start: 0, end: 0.5, type: 'word', speaker_id: 'speaker_0' },
          { text: ' ', start: 0.5, end: 0.6, type: 'spacing' },
          { text: 'you.', start: 0.6, end: 1, type: 'word', speaker_id: 'speaker_0' },
        ],
      },
      ['0-1 [speaker_0] "Hi you."'],
    ],
    [
      'Rev',
      {
        monologues: [
          {
            speaker: 0,
            elements: [
              { type: 'text', value: 'Hi', ts: 0, end_ts: 0.5 },
              { type: 'punct', value: ', ' },
              { type: 'text', value: 'you', ts: 0.6, end_ts: 1 },
              { type: 'punct', value: '.' },
            ],
          },
        ],
      },
      ['0-1 [Speaker 0] "Hi, you."'],
    ],
    [
      'YouTube',
      {
        wireMagic: 'pb3',
        events: [
          { tStartMs: 0, dDurationMs: 9000 },
          { tStartMs: 500, dDurationMs: 1000, segs: [{ utf8: 'hi' }, { utf8: ' you', tOffsetMs: 400 }] },
          { tStartMs: 1500, segs: [{ utf8: '\n' }] },
        ],
      },
      ['0.5-1.5 "hi you"'],
    ],
  ])('%s', (_, value, passages) => expect(shownJson(value)).toEqual(passages));

  it('keeps the times of words', () => {
    expect(
      wordsOfJson({
        monologues: [
          {
            speaker: 0,
            elements: [
              { type: 'text', value: 'Hi', ts: 0, end_ts: 0.5 },
              { type: 'punct', value: '. ' },
              { type: 'text', value: 'You', ts: 0.6, end_ts: 1 },
            ],
          },
        ],
      }),
    ).toEqual([
      ['Hi.', 0, 0.5],
      ['You', 0.6, 1],
    ]);
  });
});
