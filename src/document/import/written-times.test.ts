import { expect, it } from 'vitest';
import { shownImport, shownJson } from '../../../tests/fakes/shown-import.ts';
import { writtenSeconds } from './written-times.ts';

it.each([
  ['00.01.02', 62],
  ['01.02.03,5', 3723.5],
  ['00.01.02.25', 62.25],
  ['1h02m03s', 3723],
  ['1h 2m 3.5s', 3723.5],
  ['2 min 3 sec', 123],
  ['1 hour 2 minutes', 3720],
  ['45s', 45],
  ['PT1M0.5S', 60.5],
  ['1970-01-01T00:01:00.250Z', 60.25],
  ['1970-01-01 01:00:30+01:00', 30],
  ['01:02:03,004', 3723.004],
  ['08.01.2026', null],
  ['1.2', 1.2],
  ['h', null],
  ['', null],
])('%s is a time: %s', (text, seconds) => expect(writtenSeconds(text)).toBe(seconds));

it.each([
  [
    'a.txt',
    '00.01.02 Ada: Hello there.\n00.01.09 Bob: Hi.\n',
    ['62-null [Ada] "Hello there."', '69-null [Bob] "Hi."'],
  ],
  [
    'a.txt',
    '[1h02m03s] Ada: Hello.\n[1h02m09s] Bob: Hi.\n',
    ['3723-null [Ada] "Hello."', '3729-null [Bob] "Hi."'],
  ],
  ['a.txt', '0m03s\nHello there.\n\n1m09s\nHi.\n', ['3-null "Hello there."', '69-null "Hi."']],
  [
    'a.txt',
    'Ada (1s): Hello.\nBob (5s): Hi.\nAda (1m 5s): So.\n',
    ['1-null [Ada] "Hello."', '5-null [Bob] "Hi."', '65-null [Ada] "So."'],
  ],
  ['a.txt', 'Ada | 0m 1s\nHello.\n\nBob | 1m 5s\nHi.\n', ['1-null [Ada] "Hello."', '65-null [Bob] "Hi."']],
  [
    'a.txt',
    'It ended 08.01.26 at last.\nThe 3rd took 2m 30s there.\n',
    ['null-null "It ended 08.01.26 at last."', 'null-null "The 3rd took 2m 30s there."'],
  ],
  ['a.csv', 'start,end,text\n00.01.02,00.01.03,Hi\n1m05s,1m06s,Ho\n', ['62-63 "Hi"', '65-66 "Ho"']],
  ['a.csv', 'id,started_at,ended_at,speaker,text\n1,0.5,1.2,Ada,Hello\n', ['0.5-1.2 [Ada] "Hello"']],
  ['a.srt', '1\n00.00.01,500 --> 00.00.02,500\nHi 00.00.01\n', ['1.5-2.5 "Hi 00.00.01"']],
  ['a', '1\n00.00.01,500 --> 00.00.02,500\nHi\n', ['1.5-2.5 "Hi"']],
  [
    'a.json',
    '[{"start":"00.01.02","end":"00.01.04","text":"Hi"},{"start":"1m05s","end":"1m07s","text":"Ho"}]',
    ['62-64 "Hi"', '65-67 "Ho"'],
  ],
])('times with dots or units are read: %s %j', (name, content, passages) => {
  expect(shownImport(name, content)).toEqual({ passages, notes: [] });
});

it.each([
  [
    'a.csv',
    'Timestamp,Speaker,Transcript\n2026-01-08 10:58:01,Ada,Hello\n2026-01-08 10:58:05,Bob,Hi\n',
    ['0-null [Ada] "Hello"', '4-null [Bob] "Hi"'],
  ],
  [
    'a.json',
    '{"transcriptEntries":[{"participant":"p/1","text":"Hello.","startTime":"2026-01-08T10:58:01.500Z","endTime":"2026-01-08T10:58:03.100Z"},{"participant":"p/2","text":"Hi.","startTime":"2026-01-08T10:58:05Z","endTime":"2026-01-08T10:58:06Z"}]}',
    ['0-1.6 [p/1] "Hello."', '3.5-4.5 [p/2] "Hi."'],
  ],
  [
    'a.json',
    '[{"start":1767866281500,"end":1767866283500,"text":"Hello.","words":[{"word":"Hello.","start":1767866281600,"end":1767866283000}]}]',
    ['0-2 "Hello."'],
  ],
])('dates become times of the recording, with a note: %s', (name, content, passages) => {
  expect(shownImport(name, content)).toEqual({
    passages,
    notes: ['Its times are dates: they were counted from the first of them.'],
  });
});

it('a time in the recording comes before a date', () => {
  const message = { text: 'Hello.', startTime: '2020-07-10T11:16:04Z', endTime: '2020-07-10T11:16:09Z' };
  expect(shownJson({ messages: [{ ...message, timeOffset: 5.9, duration: 1 }] })).toEqual([
    '5.9-6.9 "Hello."',
  ]);
});

it('a file of captions without one time that can be read names the reason', () => {
  expect(() => shownImport('a.srt', '1\n0:00:0x --> y\nHi\n')).toThrow('it has no line of times such as');
});
