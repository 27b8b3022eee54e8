import { expect, it } from 'vitest';
import { shownWithWords } from '../../../tests/fakes/shown-import.ts';

/** What programs for analysis, for captions and people themselves write. */
it.each([
  [
    'diary.txt',
    '08.01.26 We met at the office.\n09.01.26 Nobody came.\n10.02.26 It rained.\n',
    [
      'null-null "08.01.26 We met at the office."',
      'null-null "09.01.26 Nobody came."',
      'null-null "10.02.26 It rained."',
    ],
  ],
  [
    'dotted.txt',
    '00.01.26 We met.\n00.02.31 Nobody came.\n',
    ['86-null "We met."', '151-null "Nobody came."'],
  ],
  [
    'numbered.txt',
    '1 Ada: Hello there.\n2 Bob: Hi.\n3 Ada: Bye.\n',
    ['null-null [Ada] "Hello there."', 'null-null [Bob] "Hi."', 'null-null [Ada] "Bye."'],
  ],
  [
    'numbered-times.txt',
    '01 00:00:01 Ada: Hello there.\n02 00:00:04 Bob: Hi.\n03 00:00:08 Ada: Bye.\n',
    ['1-null [Ada] "Hello there."', '4-null [Bob] "Hi."', '8-null [Ada] "Bye."'],
  ],
  [
    'list.txt',
    '1. Buy milk.\n2. Call Ada.\n3. Go home.\n',
    ['null-null "1. Buy milk."', 'null-null "2. Call Ada."', 'null-null "3. Go home."'],
  ],
  [
    'tiers.txt',
    'Begin Time - hh:mm:ss.ms\tEnd Time - hh:mm:ss.ms\tAda\tBob\n00:00:01.000\t00:00:02.500\tHello there.\t\n00:00:03.000\t00:00:04.000\t\tHi.\n00:00:05.000\t00:00:06.000\tBye.\tBye then.\n',
    ['1-2.5 [Ada] "Hello there."', '3-4 [Bob] "Hi."', '5-6 [Ada] "Bye."', '5-6 [Bob] "Bye then."'],
  ],
  [
    '3play.json',
    '{"words":[["500","Hello"],["900","there."],["1500","Bye."]],"paragraphs":[500,1500],"speakers":{"500":"ADA","1500":"BOB"}}',
    ['0.5-null [ADA] "Hello there." 0.5 0.9', '1.5-null [BOB] "Bye." 1.5'],
  ],
])('reads %s', (name, content, passages) => expect(shownWithWords(name, content)).toEqual(passages));
