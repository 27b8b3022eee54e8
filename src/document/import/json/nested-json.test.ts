import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

const read = (value: unknown) => shownImport('a.json', JSON.stringify(value)).passages;
const HI = { text: 'Hi', start: 1, end: 2 };

describe('a result that a program wrapped in its own fields', () => {
  it.each([
    [
      'Fireflies',
      { data: { transcript: { sentences: [{ ...HI, speaker_name: 'Ada' }] } } },
      ['1-2 [Ada] "Hi"'],
    ],
    ['a list of lists', [[HI], { language: 'en' }], ['1-2 "Hi"']],
    [
      'a batch of Google',
      {
        results: {
          'gs://a': {
            transcript: { results: [{ alternatives: [{ transcript: 'Hi' }], resultEndOffset: '2s' }] },
          },
        },
      },
      ['0-2 "Hi"'],
    ],
    [
      "Google's descriptions of videos",
      {
        annotationResults: [
          {
            speechTranscriptions: [
              {
                alternatives: [{ transcript: 'Hi', words: [{ word: 'Hi', startTime: '1s', endTime: '2s' }] }],
              },
            ],
          },
        ],
      },
      ['1-2 "Hi"'],
    ],
    [
      "Azure's descriptions of videos",
      {
        videos: [
          {
            insights: {
              transcript: [{ text: 'Hi', speakerId: 1, instances: [{ start: '0:00:01.5', end: '0:00:02' }] }],
              speakers: [{ id: 1, name: 'Speaker #1' }],
            },
          },
        ],
      },
      ['1.5-2 [Speaker #1] "Hi"'],
    ],
    [
      'channels of ElevenLabs',
      {
        transcripts: ['Hi', 'You'].map((text, at) => ({
          text,
          channel_index: at,
          words: [{ text, start: at, end: at + 0.5, type: 'word' }],
        })),
      },
      ['0-0.5 "Hi"', '1-1.5 "You"'],
    ],
    [
      'cues in envelopes',
      [1000, 3000].map((start) => ({ type: 'cue', data: { start, end: start + 900, text: 'Hi' } })),
      ['1-1.9 "Hi"', '3-3.9 "Hi"'],
    ],
  ])('%s', (_, value, passages) => expect(read(value)).toEqual(passages));

  it.each([
    [{ a: 1, b: { c: 'no transcript' } }],
    [{ timeline: [{ ts: '00:00:01.000', users: [{ name: 'Ada' }] }] }],
  ])('is none without a text and times: %j', (value) => {
    expect(() => read(value)).toThrow(/it has neither utterances nor segments/);
  });
});

describe('fields by other names', () => {
  it.each([
    [
      'Teams',
      {
        entries: [
          { text: 'Hi', speakerDisplayName: 'Ada', startOffset: '00:00:01.5000000', endOffset: '00:00:02' },
        ],
      },
      ['1.5-2 [Ada] "Hi"'],
    ],
    [
      'Symbl',
      { messages: [{ text: 'Hi', from: { name: 'Ada' }, timeOffset: 1.5, duration: 0.5 }] },
      ['1.5-2 [Ada] "Hi"'],
    ],
    [
      'meeting bots',
      [
        {
          participant: { name: 'Ada' },
          words: [{ text: 'Hi', start_timestamp: { relative: 1 }, end_timestamp: { relative: 2 } }],
        },
      ],
      ['1-2 [Ada] "Hi"'],
    ],
    [
      "Google's libraries",
      {
        results: [
          {
            alternatives: [
              {
                transcript: 'Hi',
                words: [
                  { word: 'Hi', start_time: { seconds: 1, nanos: 500_000_000 }, end_time: { seconds: '2' } },
                ],
              },
            ],
          },
        ],
      },
      ['1.5-2 "Hi"'],
    ],
    [
      "Azure's short audio",
      {
        RecognitionStatus: 'Success',
        Offset: 15_000_000,
        Duration: 5_000_000,
        DisplayText: 'Hi.',
        NBest: [{ Words: [{ Word: 'hi', Offset: 15_000_000, Duration: 5_000_000 }] }],
      },
      ['1.5-2 "Hi."'],
    ],
    [
      'paragraphs with words in milliseconds',
      {
        transcript: {
          speakers: [{ id: 's1', name: 'Ada' }],
          paragraphs: [
            {
              speaker: 's1',
              words: [
                { time: 1000, duration: 300, text: 'Hi' },
                { time: 1500, duration: 500, text: 'you.' },
              ],
            },
          ],
        },
      },
      ['1-2 [Ada] "Hi you."'],
    ],
  ])('%s', (_, value, passages) => expect(read(value)).toEqual(passages));

  it('tell channels of Amazon apart', () => {
    const word = (content: string, start: number, channel_label?: string) => ({
      ...(start > 0 && { start_time: String(start), end_time: String(start + 0.5) }),
      ...(channel_label && { channel_label }),
      alternatives: [{ content }],
    });
    const items = [word('Hi', 1, 'ch_0'), word('You', 1.2, 'ch_1'), word('.', 0), word('there', 1.6, 'ch_0')];
    expect(read({ results: { items } })).toEqual(['1-2.1 "Hi there"', '1.2-1.7 "You."']);
  });

  it('leave out what a stream of Deepgram corrected later', () => {
    const message = (word: string, is_final: boolean) => ({
      channel_index: [0, 1],
      is_final,
      channel: { alternatives: [{ words: [{ word, start: 1, end: 2 }] }] },
    });
    expect(read([message('high', false), message('hi', true)])).toEqual(['1-2 "hi"']);
  });
});
