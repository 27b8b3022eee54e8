import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

const read = (text: string, name = 'a.txt') => shownImport(name, text).passages;

describe('a text of another program', () => {
  it.each([
    [
      'speakers in brackets',
      '(speaker 0) Then these\n(speaker 1) When your brain\n(speaker 0) Well\n',
      [
        'null-null [speaker 0] "Then these"',
        'null-null [speaker 1] "When your brain"',
        'null-null [speaker 0] "Well"',
      ],
    ],
    [
      'a wide colon',
      '田中：こんにちは。\n鈴木：はい。\n田中：では。\n鈴木：どうも。\n',
      [
        'null-null [田中] "こんにちは。"',
        'null-null [鈴木] "はい。"',
        'null-null [田中] "では。"',
        'null-null [鈴木] "どうも。"',
      ],
    ],
    [
      'names on lines of their own',
      'Ada:\nGood morning.\nBob:\nHello.\nAda:\nYes.\nBob:\nNo.\n',
      [
        'null-null [Ada] "Good morning."',
        'null-null [Bob] "Hello."',
        'null-null [Ada] "Yes."',
        'null-null [Bob] "No."',
      ],
    ],
    [
      'name, time and text on one line',
      '**Ada** (00:01): Hi\n\n**Bob** [00:05] Ho\n',
      ['1-null [Ada] "Hi"', '5-null [Bob] "Ho"'],
    ],
    [
      'name and time, as Otter has them',
      'Ada Lovelace  0:00\nGood morning.\nHow are you?\n\nBob  1:05\nFine.\n',
      ['0-null [Ada Lovelace] "Good morning. How are you?"', '65-null [Bob] "Fine."'],
    ],
    [
      'a title above',
      'A talk\n\nAda  0:00\nGood morning.\n\nBob  1:05\nFine.\n',
      ['0-null [Ada] "Good morning."', '65-null [Bob] "Fine."'],
    ],
    [
      'time in brackets, as Rev has it',
      'Speaker 1 (00:01):\nGood morning.\n\nSpeaker 2 (00:05):\nFine.\n',
      ['1-null [Speaker 1] "Good morning."', '5-null [Speaker 2] "Fine."'],
    ],
    [
      'time before the name',
      '[00:00:01] Ada\nGood morning.\n\n[00:00:05] Bob\nFine.\n',
      ['1-null [Ada] "Good morning."', '5-null [Bob] "Fine."'],
    ],
    [
      'times alone, as YouTube shows them',
      '0:00\nGood morning.\n0:05\nFine.\n',
      ['0-null "Good morning."', '5-null "Fine."'],
    ],
    [
      'stamps and names',
      '[00:00:01] Ada: Good morning.\n[00:00:05] Bob: Fine.\n[00:00:06] Ada: Well. Bob: no name.\n[00:00:08] Bob: Yes.\n',
      [
        '1-null [Ada] "Good morning."',
        '5-null [Bob] "Fine."',
        '6-null [Ada] "Well. Bob: no name."',
        '8-null [Bob] "Yes."',
      ],
    ],
    [
      'spans of time in frames, as Premiere has them',
      '00:00:01:00 - 00:00:03:12\nSpeaker 1\nGood morning.\n\n00:00:05:00 - 00:00:06:00\nSpeaker 2\nFine.\n',
      ['1-3.48 [Speaker 1] "Good morning."', '5-6 [Speaker 2] "Fine."'],
    ],
    [
      'times in a sentence',
      'We meet at\n10:30\nor later.\n',
      ['null-null "We meet at"', 'null-null "10:30"', 'null-null "or later."'],
    ],
  ])('with %s', (_, text, passages) => expect(read(text)).toEqual(passages));

  it('in Markdown has names in bold type, stamps as code, and no headings', () => {
    expect(
      read(
        '# A talk\n\n## One\n\n`00:00:01` **Ada:** It is 5 \\* 3\\.\n\n`00:00:05` **BOB:** Yes\\!\n\n`00:00:07` **Ada:** So.\n',
        'a.md',
      ),
    ).toEqual(['1-null [Ada] "It is 5 * 3."', '5-null [BOB] "Yes!"', '7-null [Ada] "So."']);
  });

  it('of lyrics has their stamps', () => {
    expect(read('[ar:Ada]\n[ti:Song]\n\n[00:01.50]Hello <00:02.00>you\n[00:05.00]Bye\n', 'a.lrc')).toEqual([
      '1.5-5 "Hello you"',
      '5-null "Bye"',
    ]);
  });

  it('of lyrics has a line at each of its stamps, until a stamp without a text', () => {
    expect(
      read('[offset:-1000]\n[00:12.00] [00:45.00]Chorus\n[00:20.00]Verse\n[00:50.00]\n', 'a.lrc'),
    ).toEqual(['13-21 "Chorus"', '21-46 "Verse"', '46-51 "Chorus"']);
  });
});
