import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../tests/fakes/shown-import.ts';

const passagesOf = (name: string, content: string) => shownImport(name, content).passages;
const jsonOf = (segments: unknown[]) => shownImport('a.json', JSON.stringify({ segments }));

describe('elements of TTML that follow each other', () => {
  const p = (seconds: number, text: string) => `<p dur="${seconds}s">${text}</p>`;

  it.each([
    [
      'at several depths',
      `<body timeContainer="seq"><div>${p(2, 'a')}</div><div timeContainer="seq">${p(2, 'b')}${p(3, 'c')}</div></body>`,
      ['0-2 "a"', '2-4 "b"', '4-7 "c"'],
    ],
    [
      'with the longest of several at once before',
      `<body timeContainer="seq"><div>${p(5, 'a')}${p(2, 'b')}</div><div>${p(1, 'c')}</div></body>`,
      ['0-5 "a"', '0-2 "b"', '5-6 "c"'],
    ],
    [
      'with an end of their own before',
      `<body timeContainer="seq"><div dur="9s">${p(2, 'a')}</div><div>${p(1, 'b')}</div></body>`,
      ['0-2 "a"', '9-10 "b"'],
    ],
    [
      'in one of two that do not',
      `<body><div timeContainer="seq" begin="0s">${p(2, 'a')}</div><div begin="1s">${p(1, 'b')}</div></body>`,
      ['0-2 "a"', '1-2 "b"'],
    ],
  ])('%s', (_, body, passages) => expect(passagesOf('a.ttml', `<tt>${body}</tt>`)).toEqual(passages));
});

describe('lyrics with three numbers in a stamp', () => {
  it.each([
    ['[00:20]One\n[00:21:50]Two\n[00:30]', ['20-21.5 "One"', '21.5-30 "Two"']],
    ['[00:20:10]One\n[00:21:75]Two\n[00:30:00]', ['20.1-21.75 "One"', '21.75-30 "Two"']],
    ['[59:58]One\n[01:00:05]Two\n[01:00:09]', ['3598-3605 "One"', '3605-3609 "Two"']],
    ['[00:00:20]One\n[00:01:50]Two\n[00:02:10]', ['20-110 "One"', '110-130 "Two"']],
  ])('%j', (text, passages) => expect(passagesOf('a.lrc', text)).toEqual(passages));
});

describe('words and names', () => {
  it.each(['\u0085', '\u2028', '\u2029', '\v', '\f'])('are parted by %j', (mark) => {
    const said = `still${mark}more`;
    expect(passagesOf('a.srt', `1\n00:00:01,000 --> 00:00:02,000\n${said}\n`)).toEqual(['1-2 "still more"']);
    expect(jsonOf([{ start: 1, end: 2, text: 'still\u0085more' }]).passages).toEqual(['1-2 "still more"']);
  });

  it('have one space where a name is broken', () => {
    expect(passagesOf('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mary\nAnn>Hi</v>\n')).toEqual([
      '1-2 [Mary Ann] "Hi"',
    ]);
  });
});

describe('segments of JSON', () => {
  it('without a text are left out with a note, and numbers are texts', () => {
    const { passages, notes } = jsonOf([
      { start: 0, end: 1, text: 'Hi' },
      { start: 1, end: 2 },
      { start: 5, end: 6, text: 5 },
    ]);
    expect(passages).toEqual(['0-1 "Hi"', '5-6 "5"']);
    expect(notes).toEqual(['1 of its segments have no text, and were left out.']);
  });

  it('with an empty text lose nothing', () => {
    const read = jsonOf([
      { start: 0, end: 1, text: 'Hi' },
      { start: 1, end: 2, text: '' },
    ]);
    expect(read).toEqual({ passages: ['0-1 "Hi"'], notes: [] });
  });
});
