import { expect, it } from 'vitest';
import { shownImport, shownJson } from '../../../../tests/fakes/shown-import.ts';

const AGENT = '4d5ac4e4-aa';
const CUSTOMER = '77aa0000-bb';

it.each([
  [
    'roles',
    {
      transcript: [
        { role: 'agent', text: 'Hello.', start: 0.5, end: 2.1 },
        { role: 'customer', text: 'Hi.', start: 2.5, end: 4 },
      ],
    },
    ['0.5-2.1 [Agent] "Hello."', '2.5-4 [Customer] "Hi."'],
  ],
  [
    'roles beside who speaks',
    [{ role: 'agent', speaker: 'Ada', text: 'Hello.', start: 0.5, end: 2.1 }],
    ['0.5-2.1 [Ada] "Hello."'],
  ],
  [
    'Contact Lens',
    {
      Channel: 'VOICE',
      Participants: [
        { ParticipantId: AGENT, ParticipantRole: 'AGENT' },
        { ParticipantId: CUSTOMER, ParticipantRole: 'CUSTOMER' },
      ],
      Transcript: [
        { ParticipantId: AGENT, Content: 'Hello.', BeginOffsetMillis: 1000, EndOffsetMillis: 3500 },
        { ParticipantId: CUSTOMER, Content: 'Hi.', BeginOffsetMillis: 4000, EndOffsetMillis: 5200 },
      ],
    },
    ['1-3.5 [AGENT] "Hello."', '4-5.2 [CUSTOMER] "Hi."'],
  ],
  [
    'Contact Lens without a list of who takes part',
    {
      Transcript: [
        { ParticipantId: 'AGENT', Content: 'Hello.', BeginOffsetMillis: 1000, EndOffsetMillis: 3500 },
        { ParticipantId: 'CUSTOMER', Content: 'Hi.', BeginOffsetMillis: 4000, EndOffsetMillis: 5200 },
      ],
    },
    ['1-3.5 [AGENT] "Hello."', '4-5.2 [CUSTOMER] "Hi."'],
  ],
  [
    'Zoom',
    {
      timeline: [
        {
          text: 'Hello.',
          ts: '00:00:01.520',
          end_ts: '00:00:03.120',
          users: [{ username: 'Ada', user_id: '1' }],
        },
        { text: 'Hi.', ts: '00:00:04.520', end_ts: '00:00:05.120', users: [{ username: 'Ben' }] },
      ],
    },
    ['1.52-3.12 [Ada] "Hello."', '4.52-5.12 [Ben] "Hi."'],
  ],
  [
    'Twilio',
    {
      sentences: [
        { media_channel: 1, start_time: '0.5', end_time: '2.5', transcript: 'Hello.', sid: 'GX1' },
        { media_channel: 2, start_time: '3', end_time: '4', transcript: 'Hi.', sid: 'GX2' },
      ],
    },
    ['0.5-2.5 [Speaker 1] "Hello."', '3-4 [Speaker 2] "Hi."'],
  ],
  [
    'Genesys, with the marks',
    {
      transcripts: [
        {
          phrases: [
            {
              text: 'hello thank you',
              decoratedText: 'Hello, thank you.',
              offset: { milliseconds: 1000 },
              duration: { milliseconds: 1500 },
              participantPurpose: 'internal',
            },
          ],
        },
      ],
    },
    ['1-2.5 [Internal] "Hello, thank you."'],
  ],
  [
    'RingCentral',
    {
      utterances: [
        { speakerId: '0', start: 0.5, end: 1.5, text: 'Hello.' },
        { speakerId: '1', start: 2, end: 3, text: 'Hi.' },
      ],
    },
    ['0.5-1.5 [Speaker 0] "Hello."', '2-3 [Speaker 1] "Hi."'],
  ],
  [
    'Contact Center AI',
    {
      entries: [
        { text: 'Hello.', role: 'AGENT', user_id: 1, start_timestamp_usec: 1_699_000_001_000_000 },
        { text: 'Hi.', role: 'CUSTOMER', user_id: 2, start_timestamp_usec: 1_699_000_004_000_000 },
      ],
    },
    ['0-null [AGENT] "Hello."', '3-null [CUSTOMER] "Hi."'],
  ],
  [
    'agents that speak',
    {
      transcript: [
        { role: 'agent', message: 'Hello?', time_in_call_secs: 0 },
        { role: 'user', message: 'Hi.', time_in_call_secs: 4 },
      ],
    },
    ['0-null [Agent] "Hello?"', '4-null [User] "Hi."'],
  ],
  [
    'names by what stands for them',
    {
      speakers: { 0: 'Ada', 1: 'Ben' },
      segments: [
        { speaker: 0, start: 1, end: 2, text: 'Hello.' },
        { speaker: 1, start: 3, end: 4, text: 'Hi.' },
      ],
    },
    ['1-2 [Ada] "Hello."', '3-4 [Ben] "Hi."'],
  ],
  [
    'other names of labels',
    {
      speaker_names: { SPEAKER_00: 'Ada' },
      segments: [{ speaker: 'SPEAKER_00', start: 1, end: 2, text: 'Hi.' }],
    },
    ['1-2 [Ada] "Hi."'],
  ],
  [
    'messages from one to another',
    [
      { from: 'Agent', to: 'Customer', text: 'Hello.', time: '00:01' },
      { from: '00:03', to: '00:04', text: 'Hi.' },
    ],
    ['1-null [Agent] "Hello."', '3-4 [] "Hi."'],
  ],
  [
    'channels that are roles',
    [
      { channel: 'agent', text: 'Hello.', start: 1, end: 2 },
      { channel: 'left', text: 'Hi.', start: 3, end: 4 },
    ],
    ['1-2 [Agent] "Hello."', '3-4 [] "Hi."'],
  ],
  [
    'references of the web',
    [
      { offset: 1000, duration: 500, text: 'Hello &amp; hi' },
      { offset: 2000, duration: 600, text: 'it&amp;#39;s A & B' },
    ],
    ['1-1.5 "Hello & hi"', '2-2.6 "it\'s A & B"'],
  ],
  [
    'a text with a line for each who speaks',
    { transcript: 'Agent: Hello.\nCustomer: Hi.\nAgent: Bye.\n' },
    ['null-null [Agent] "Hello."', 'null-null [Customer] "Hi."', 'null-null [Agent] "Bye."'],
  ],
  [
    'lists of who takes part, whose numbers count something else',
    {
      participants: [{ id: 1, name: 'Ada' }],
      segments: [{ speaker: 1, text: 'Hello.', start: 0.5, end: 2.1 }],
    },
    ['0.5-2.1 [Speaker 1] "Hello."'],
  ],
])('who speaks, and when, in JSON of %s', (_, value, passages) => {
  expect(shownJson(value)).toEqual(passages);
});

it('what a program was told, or notes of a call, is no speech', () => {
  const told = {
    messages: [
      { role: 'system', message: 'You help callers.', time: 1_699_000_000_000, secondsFromStart: 0 },
      {
        role: 'bot',
        message: 'Hello.',
        time: 1_699_000_001_000,
        endTime: 1_699_000_002_000,
        secondsFromStart: 1.2,
        duration: 900,
      },
      { role: 'bot', type: 'moment', message: 'price_inquiry', secondsFromStart: 2 },
    ],
  };
  expect(shownImport('a.json', JSON.stringify(told))).toEqual({
    passages: ['1.2-null [Bot] "Hello."'],
    notes: [
      '“You help callers.” is not said in the recording, and was left out.',
      '“price_inquiry” is not said in the recording, and was left out.',
    ],
  });
});

it.each([
  [4, '0-4', '4-9'],
  [1022, '0-1.022', '1.022-1.027'],
])('whole numbers beside letters are in seconds, or too far apart for it: %d', (end, first, second) => {
  const utterances = [
    { speaker: 'A', start: 0, end, text: 'Hello there.' },
    { speaker: 'B', start: end, end: end + 5, text: 'Hi.' },
    { speaker: 'A', start: end + 5, end: 2 * end + 5, text: 'And you?' },
  ];
  expect(shownJson({ utterances }).slice(0, 2)).toEqual([
    `${first} [Speaker A] "Hello there."`,
    `${second} [Speaker B] "Hi."`,
  ]);
});

it('commas behind the last item are left out, but for those that are said', () => {
  const content = '{"segments":[{"start":1,"end":2,"text":"Say ,] and ,} NaN",},\n]}';
  expect(shownImport('a.json', content).passages).toEqual(['1-2 "Say ,] and ,} NaN"']);
});

it('words of Deepgram have the marks of their channel', () => {
  const words = [
    { word: 'hallo', start: 1, end: 1.5 },
    { word: 'welt', start: 1.6, end: 2 },
  ];
  const results = { channels: [{ alternatives: [{ transcript: 'Hallo, Welt.', words }] }] };
  expect(shownJson({ results })).toEqual(['1-2 "Hallo, Welt."']);
});
