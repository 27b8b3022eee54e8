import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';
import { readImport } from '../read-import.ts';

const cue = (times: string, ...rows: string[]) => [times, ...rows, ''].join('\n');

describe('SubRip of other programs', () => {
  it.each([
    [
      'no empty lines between cues',
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      ['1-2 "One"', '3-4 "Two"'],
    ],
    [
      'neither empty lines nor numbers, and a text that is one',
      '00:00:01,000 --> 00:00:02,000\n1999\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      ['1-2 "1999"', '3-4 "Two"'],
    ],
    [
      'an empty line inside a text and above it',
      '1\n00:00:01,000 --> 00:00:02,000\n\nOne\n\nand more\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
      ['1-2 "One and more"', '3-4 "Two"'],
    ],
    [
      'an empty line behind each line',
      '1\n\n00:00:01,000 --> 00:00:02,000\n\nOne\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nTwo\n',
      ['1-2 "One"', '3-4 "Two"'],
    ],
    ['breaks of ASS', '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}One\\Ntwo\n', ['1-2 "One two"']],
    [
      'numbers as texts',
      '1\n00:00:01,000 --> 00:00:02,000\n3\n\n2\n00:00:03,000 --> 00:00:04,000\n2\n1\n\n3\n00:00:05,000 --> 00:00:06,000\n1999\n',
      ['1-2 "3"', '3-4 "2 1"', '5-6 "1999"'],
    ],
    ['places', '1\n00:00:01,100 --> 00:00:03,500 X1:100 X2:200 Y1:1 Y2:3\nOne\n', ['1.1-3.5 "One"']],
    ['text behind its times', '1\n00:00:01,100 --> 00:00:03,500 So: One\n', ['1.1-3.5 "So: One"']],
    ['CR CR LF', '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nOne\r\r\n\r\r\n', ['1-2 "One"']],
    ['a last number without a cue', '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n', ['1-2 "One"']],
    [
      'a byte order mark in the middle',
      '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nOne\n\n\uFEFF2\n00:00:03,000 --> 00:00:04,000\nTwo',
      ['1-2 "One"', '3-4 "Two"'],
    ],
    [
      'cues that are empty',
      '26\n0:02:19,390 --> 0:02:26,990\nKimi\n\n27\n0:02:26,990 --> 0:03:03,370\n\n\n28\n0:03:03,370 --> 0:03:08,110\nBoku\n',
      ['139.39-146.99 "Kimi"', '183.37-188.11 "Boku"'],
    ],
    [
      'a blank between cues',
      '\uFEFF\n\n8\n00:00:30,000 --> 00:00:35,000\n<i>DejaVu Sans</i>\n \n9\n00:00:39,812 --> 00:00:45,745\nx',
      ['30-35 "DejaVu Sans"', '39.812-45.745 "x"'],
    ],
    ['the header of WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne &amp; two\n', ['1-2 "One & two"']],
    [
      'tags in braces, references and spaces of ASS',
      cue('00:00:01,000 --> 00:00:02,000', '{b}R &amp; D{/b}, {y:i}so &lt;i&gt;it&lt;/i&gt;\\hgoes {on}'),
      ['1-2 "R & D, so it goes {on}"'],
    ],
    [
      'marks of direction, and of width 0 between cues',
      '1\n00:00:01,000 --> 00:00:02,000\n\u202Bשלום עולם.\u202C\n\u200B\n2\n00:00:03,000 --> 00:00:04,000\n\u200Fدنا: مرحبا\n\u200Fيوسف: نعم\n',
      ['1-2 "שלום עולם."', '3-4 "دنا: مرحبا يوسف: نعم"'],
    ],
    ['the fence of a chat', '```srt\n1\n00:00:01,000 --> 00:00:02,000\nOne\n```\n', ['1-2 "One"']],
    [
      'another word underlined in each cue',
      [
        cue('00:00:01,000 --> 00:00:01,400', '<u>No,</u> not now'),
        cue('00:00:01,400 --> 00:00:01,500', 'No, not now'),
        cue('00:00:01,500 --> 00:00:02,000', 'No, <u>not</u> now'),
        cue('00:00:02,000 --> 00:00:02,500', 'No, not <u>now</u>'),
        cue('00:00:02,500 --> 00:00:02,900', '<u>No,</u> not now'),
        cue('00:00:02,900 --> 00:00:03,000', 'No, <u>not</u> now'),
        cue('00:00:03,000 --> 00:00:03,500', 'No, not <u>now</u>'),
      ].join('\n'),
      ['1-2.5 "No, not now"', '2.5-3.5 "No, not now"'],
    ],
    ['an arrow in a text', cue('00:00:01,000 --> 00:00:02,000', 'from A --> B'), ['1-2 "from A --> B"']],
  ])('with %s', (_, text, passages) => expect(shownImport('a.srt', text)).toEqual({ passages, notes: [] }));

  it.each([
    ['00:00:01,000-->00:00:02,000', '1-2'],
    ['0:0:1,0 --> 0:0:2,5', '1-2.5'],
    ['00:00:01,0005 --> 00:00:02,1234', '1.0005-2.1234'],
    ['00:00:01:250 --> 00:00:02:500', '1.25-2.5'],
    ['00:00:01.250 -> 00:00:02.500', '1.25-2.5'],
    ['00: 00: 01, 250 -> 00: 00: 02, 500', '1.25-2.5'],
    ['  00:00:01,250   -->\t00:00:02,500  ', '1.25-2.5'],
    ['01:02,250 --> 01:03,500', '62.25-63.5'],
    ['75:00.000 --> 75:01.000', '4500-4501'],
    ['111:06:40,000 --> 111:06:41,400', '400000-400001.4'],
    ['-00:00:00,020 --> 00:00:01,000', '0-1'],
    ['00:00:-1,000 --> 00:00:01,000', '0-1'],
    ['00:00:59,500 --> 00:00:60,000', '59.5-60'],
    ['1.25 --> 2.5', '1.25-2.5'],
    ['00:00:01,250 → 00:00:02,500', '1.25-2.5'],
    ['00:00:01,250 —> 00:00:02,500', '1.25-2.5'],
    ['00:00:01,250 --&gt; 00:00:02,500', '1.25-2.5'],
    ['00 : 00 : 01 , 250 -- > 00 : 00 : 02 , 500', '1.25-2.5'],
    ['۰۰:۰۰:۰۱,۲۵۰ --> ۰۰:۰۰:۰۲,۵۰۰', '1.25-2.5'],
    ['００：００：０１，２５０ --> ００：００：０２，５００', '1.25-2.5'],
  ])('with times as %s', (times, shown) => {
    expect(shownImport('a.srt', `1\n${times}\nOne\n`)).toEqual({ passages: [`${shown} "One"`], notes: [] });
  });
});

describe('a broken cue', () => {
  const between = (times: string) =>
    `1\n00:00:00,000 --> 00:00:01,000\nHi\n\n2\n${times}\nThere\n\n3\n00:00:08,000 --> 00:00:09,000\nBye\n`;

  it.each([
    [
      between('00:61:03,000 --> 00:62:02,000'),
      ['0-1 "Hi"', '8-9 "Bye"'],
      /^Line 6: “00:61.*” is no pair of times, and its cue was left out\.$/,
    ],
    [
      between('00:00:03,000 --> 00:00:02,000'),
      ['0-1 "Hi"', '3-4 "There"', '8-9 "Bye"'],
      /^Line 6: .* got an end at 4\.000 s/,
    ],
    [
      between('00:00:07,500 --> 00:00:0x,000'),
      ['0-1 "Hi"', '7.5-8 "There"', '8-9 "Bye"'],
      /^Line 6: .* got an end at 8\.000 s/,
    ],
    [
      `lost text\n\n${between('00:00:03,000 --> 00:00:04,000')}`,
      ['0-1 "Hi"', '3-4 "There"', '8-9 "Bye"'],
      /^“lost text” stands before the first cue, and was left out\.$/,
    ],
  ])('is mended or left out, and said: %j', (text, passages, note) => {
    const read = shownImport('a.srt', text);
    expect(read.passages).toEqual(passages);
    expect(read.notes).toEqual([expect.stringMatching(note)]);
  });

  const shown = (format: 'srt' | 'vtt', times: string) => {
    const head = format === 'vtt' ? 'WEBVTT\n\n' : '';
    return shownImport(`a.${format}`, `${head}${between(times)}`);
  };

  it.each([
    ['srt', '00:00:05,000', '5-6 "There"', /^Line 6: .* got an end at 6\.000 s/],
    ['srt', '00:00:05,000 00:00:06,000', '5-6 "There"', null],
    ['srt', '- 00:00:05,000 --> 00:00:06,000', '5-6 "There"', null],
    ['srt', 'bad --> cue', null, /^Line 6: “bad --> cue” is no pair of times/],
    ['vtt', 'bad --> cue', null, /^Line 8: “bad --> cue” is no pair of times/],
    ['vtt', '00:05.000', '5-6 "There"', /^Line 8: .* got an end at 6\.000 s/],
  ] as const)('of %s is no text of the cue before: %j', (format, times, mended, note) => {
    const { passages, notes } = shown(format, times);
    expect(passages).toEqual(['0-1 "Hi"', ...(mended === null ? [] : [mended]), '8-9 "Bye"']);
    expect(notes).toEqual(note === null ? [] : [expect.stringMatching(note)]);
  });

  it('of WebVTT without a name is no text either', () => {
    const text =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n\nbad --> cue\nTwo\n\n00:05.000 --> 00:06.000\nThree\n';
    const { passages, notes } = shownImport('a.vtt', text);
    expect(passages).toEqual(['1-2 "One"', '5-6 "Three"']);
    expect(notes).toHaveLength(1);
  });

  it.each([
    ['srt', '42\n10:30', '"42 10:30"'],
    ['srt', 'So\n\n42\nfrom A --> B', '"So 42 from A --> B"'],
    ['srt', 'at\n00:00:05,000', '"at 00:00:05,000"'],
    ['srt', '00:00:05,000', '"00:00:05,000"'],
    ['srt', 'So\n\n00:00:05,000 is the time', '"So 00:00:05,000 is the time"'],
    ['vtt', 'from A --> B', '"from A --> B"'],
  ])('of %s is not what was said: %j', (format, said, text) => {
    const head = format === 'vtt' ? 'WEBVTT\n\n' : '';
    const { passages, notes } = shownImport(
      `a.${format}`,
      `${head}1\n00:00:01.000 --> 00:00:02.000\n${said}\n`,
    );
    expect({ passages, notes }).toEqual({ passages: [`1-2 ${text}`], notes: [] });
  });

  it('is said with a limit', () => {
    const broken = Array.from({ length: 50 }, () => cue('00:99:00,000 --> 00:99:01,000', 'x')).join('\n');
    const { notes } = shownImport('a.srt', `00:00:01,000 --> 00:00:02,000\nOne\n\n${broken}`);
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe('30 more faults of this file.');
  });
});

describe('WebVTT of other programs', () => {
  it.each([
    [
      'names in <v>, and words before a colon',
      'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ada>Warning: the first.\n\n00:04.000 --> 00:06.000\n<v Bob>Warning: the second.\n',
      ['1-3 [Ada] "Warning: the first."', '4-6 [Bob] "Warning: the second."'],
    ],
    [
      'two voices in a cue',
      'WEBVTT\n\n00:01.000 --> 00:03.000\n- <v Ada &amp; Co>Hi, <b>ev</b>ery one.</v>\n- <v.loud Bob>Hello.</v> Yes.\n',
      ['1-3 [Ada & Co] "- Hi, every one."', '1-3 [Bob] "- Hello. Yes."'],
    ],
    [
      'a voice on a row of its own',
      'WEBVTT\n\n00:11.000 --> 00:13.000\n<v Roger Bingham> \nWe are in New York City\n',
      ['11-13 [Roger Bingham] "We are in New York City"'],
    ],
    [
      'region, style, note, settings, ruby and references',
      'WEBVTT - Title\n\nREGION\nid:fred\n\nSTYLE\n::cue { color: red }\n\nNOTE\nmulti --> line\n00:09.000 --> 00:10.000\n\nintro\n00:00:00.000 --> 00:00:02.000 region:fred line:-1 position:50%,center\n<v.loud Esme Johnson>Oh <i>dear</i> &lt;3 &amp; more</v>\n\n2\n00:02.500 --> 00:03.000\n<ruby>漢<rt>kan</rt></ruby> <lang en>word</lang>\n',
      ['0-2 [Esme Johnson] "Oh dear <3 & more"', '2.5-3 "漢 word"'],
    ],
    [
      'headers of its segments between',
      'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:01.000 --> 00:02.000\nOne\n\nWEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n00:02.000 --> 00:03.000\nTwo\n',
      ['1-2 "One"', '2-3 "Two"'],
    ],
    ['a header in lower case', 'webvtt\n\n00:01.000 --> 00:02.000\nOne\n', ['1-2 "One"']],
    [
      'a name before each text, once each',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nAda Lovelace: Hi\n\n00:03.000 --> 00:04.000\nBob: Yes\n',
      ['1-2 [Ada Lovelace] "Hi"', '3-4 [Bob] "Yes"'],
    ],
    ['no header', '00:01.000 --> 00:02.000\nOne &lt; two\n', ['1-2 "One < two"']],
    [
      'more than 99 hours',
      'WEBVTT\n\n111:06:40.000 --> 111:06:41.400\nlate words here\n',
      ['400000-400001.4 "late words here"'],
    ],
  ])('with %s', (_, text, passages) => expect(shownImport('a.vtt', text)).toEqual({ passages, notes: [] }));
});

const YOUTUBE = `WEBVTT
Kind: captions
Language: en

00:00:00.469 --> 00:00:03.169 align:start position:0%
 
welcome<00:00:01.469><c> to</c><00:00:01.620><c> the</c>

00:00:03.169 --> 00:00:03.179 align:start position:0%
welcome to the
 

00:00:03.179 --> 00:00:05.000 align:start position:0%
welcome to the
series<00:00:03.469><c> on</c>

00:00:05.000 --> 00:00:05.010 align:start position:0%
series on
 

00:00:05.010 --> 00:00:07.000 align:start position:0%
series on
music
`;

describe('rolling captions', () => {
  it('of YouTube bring each word once, at its time', () => {
    expect(shownImport('a.vtt', YOUTUBE).passages).toEqual([
      '0.469-3.169 "welcome to the"',
      '3.179-5 "series on"',
      '5.01-7 "music"',
    ]);
    const read = readImport({ name: 'a.vtt', bytes: new TextEncoder().encode(YOUTUBE), format: null });
    const [first] = 'passages' in read ? read.passages : [];
    expect(first?.words?.map(({ word, start, end }) => [word, start, end])).toEqual([
      ['welcome', 0.469, 1.469],
      [' to', 1.469, 1.62],
      [' the', 1.62, 3.169],
    ]);
  });

  it.each([
    [
      'rows',
      [['a b'], ['a b', 'c'], ['a b', 'c', 'd e'], ['c', 'd e', 'f']],
      ['0-1 "a b"', '1-2 "c"', '2-3 "d e"', '3-4 "f"'],
    ],
    [
      'growing rows',
      [['so'], ['so we'], ['so we go'], ['so we go', 'on']],
      ['0-1 "so"', '1-2 "we"', '2-3 "go"', '3-4 "on"'],
    ],
    [
      'what is said again',
      [['Yes.'], ['Yes.'], ['Yes.'], ['No.']],
      ['0-1 "Yes."', '1-2 "Yes."', '2-3 "Yes."', '3-4 "No."'],
    ],
    [
      'one repetition of many',
      [['We go'], ['We go on'], ['and stop.'], ['Then home.'], ['Good.']],
      ['0-1 "We go"', '1-2 "We go on"', '2-3 "and stop."', '3-4 "Then home."', '4-5 "Good."'],
    ],
    [
      'a sentence that grows',
      [['No.'], ['No.'], ['No. Never.'], ['Never.'], ['Go on.']],
      ['0-1 "No."', '1-2 "No."', '2-3 "No. Never."', '3-4 "Never."', '4-5 "Go on."'],
    ],
    ['three cues of one', [['No.'], ['No.'], ['No. Never.']], ['0-1 "No."', '1-2 "No."', '2-3 "No. Never."']],
    ['a count', [['No.'], ['No. No.'], ['No. No. No.']], ['0-1 "No."', '1-2 "No. No."', '2-3 "No. No. No."']],
    [
      'answers that take words up',
      [['I said yes.'], ['Yes.'], ['Yes. We go.'], ['We go. Now.'], ['End of it.']],
      ['0-1 "I said yes."', '1-2 "Yes."', '2-3 "Yes. We go."', '3-4 "We go. Now."', '4-5 "End of it."'],
    ],
    [
      'a refrain',
      [['Let it be'], ['Let it be'], ['Let it be', 'yes'], ['Words of'], ['wisdom'], ['Let it be']],
      [
        '0-1 "Let it be"',
        '1-2 "Let it be"',
        '2-3 "Let it be yes"',
        '3-4 "Words of"',
        '4-5 "wisdom"',
        '5-6 "Let it be"',
      ],
    ],
    [
      'rows that were joined, cue after cue',
      [['a b'], ['a b c'], ['c d e'], ['d e f'], ['f g'], ['g h i'], ['h i j']],
      ['0-1 "a b"', '1-2 "c"', '2-3 "d e"', '3-4 "f"', '4-5 "g"', '5-6 "h i"', '6-7 "j"'],
    ],
    [
      'rows that stay when the speaker pauses',
      [['a b.'], ['a b.', 'c d.'], ['c d.'], ['c d.', 'e f'], ['new'], ['new', 'one']],
      ['0-1 "a b."', '1-2 "c d."', '3-4 "e f"', '4-5 "new"', '5-6 "one"'],
    ],
  ])('of others are told from %s', (_, cues, passages) => {
    const text = cues.map((rows, at) => cue(`00:00:0${at},000 --> 00:00:0${at + 1},000`, ...rows)).join('\n');
    expect(shownImport('a.srt', text).passages).toEqual(passages);
  });
});

describe('names before a text', () => {
  const srt = (...rows: string[]) =>
    rows.map((row, at) => cue(`00:00:0${at},000 --> 00:00:0${at + 1},000`, row)).join('\n');

  it.each([
    ['[SPEAKER_00]: So, first.', '[SPEAKER_00] "So, first."'],
    ['[Speaker 1] Hello', '[Speaker 1] "Hello"'],
    ['(speaker 0) Then these', '[speaker 0] "Then these"'],
    ['Guest #1: Hi', '[Guest #1] "Hi"'],
    ['Спикер №1: Доброе утро.', '[Спикер №1] "Доброе утро."'],
    ['Speaker A: Hi', '[Speaker A] "Hi"'],
    ['Sprecher 1: Guten Tag', '[Sprecher 1] "Guten Tag"'],
    ['Intervenant 2 : Bonjour', '[Intervenant 2] "Bonjour"'],
    ['>> ADA: Hi', '[ADA] "Hi"'],
    ['- ADA LOVELACE: Hi', '[ADA LOVELACE] "Hi"'],
    ['说话人1：你好。', '[说话人1] "你好。"'],
    ['Note: at 10:30', '"Note: at 10:30"'],
    ['[Applause] Thank you', '"[Applause] Thank you"'],
    ['(10:30) Thank you', '"(10:30) Thank you"'],
    ['At 10:30 we go', '"At 10:30 we go"'],
    ['ADA:', '"ADA:"'],
  ])('%j', (row, shown) => expect(shownImport('a.srt', srt(row)).passages).toEqual([`0-1 ${shown}`]));

  it.each([
    ['田中：こんにちは。', '[田中] "こんにちは。"'],
    ['田中:こんにちは。', '[田中] "こんにちは。"'],
    ['**Ada:** Hello', '[Ada] "Hello"'],
    ['**Ada**: Hello', '[Ada] "Hello"'],
    ['[Ada]: Hello', '[Ada] "Hello"'],
    ['Ada (host): Hello', '[Ada (host)] "Hello"'],
    ['Ada:\nHello', '[Ada] "Hello"'],
  ])('that stand there twice: %j', (row, shown) =>
    expect(shownImport('a.srt', srt(row, row)).passages).toEqual([`0-1 ${shown}`, `1-2 ${shown}`]),
  );

  it('that stand there once, but are first and last names among others', () => {
    expect(
      shownImport('a.srt', srt('Ada Low: Hi.', 'Bob Smith: Yes.', 'Ada Low: No.', 'Note: so.')).passages,
    ).toEqual(['0-1 [Ada Low] "Hi."', '1-2 [Bob Smith] "Yes."', '2-3 [Ada Low] "No."', '3-4 "Note: so."']);
  });

  it('part the voices of a cue', () => {
    expect(shownImport('a.srt', srt('- ADA: Hi.\nHow are you?\n- BOB: Fine.')).passages).toEqual([
      '0-1 [ADA] "Hi. How are you?"',
      '0-1 [BOB] "Fine."',
    ]);
  });
});
