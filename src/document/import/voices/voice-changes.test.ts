import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';
import { readImport } from '../read-import.ts';

const srt = (...texts: string[]): string =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`).join('');
const passages = (name: string, content: string): string[] =>
  shownImport(name, content).passages.map((passage) => passage.replace(/^\S+ /, ''));

describe('marks where the voice changes', () => {
  it.each([
    [
      ['>> Hi.\n>> How are you?', 'Go on.'],
      ['"Hi."', '"How are you?"', '"Go on."'],
    ],
    [
      ['so that is it >> yes it is', '>> and then'],
      ['"so that is it"', '"yes it is"', '"and then"'],
    ],
    [
      ['>> JOHN: Hi.', '>> MARY: Fine.\n>>> NEWS.'],
      ['[JOHN] "Hi."', '[MARY] "Fine."', '"NEWS."'],
    ],
    [
      ['&gt;&gt; Hi.', 'You.'],
      ['"Hi."', '"You."'],
    ],
    [
      ['- Hi.\n- How are you?', '-Fine.'],
      ['"Hi."', '"How are you?"', '"Fine."'],
    ],
    [
      ['– ¿Sí?\n– No.', 'Bien.'],
      ['"¿Sí?"', '"No."', '"Bien."'],
    ],
    [
      ['- Hi. - How are you?', 'Fine.'],
      ['"Hi."', '"How are you?"', '"Fine."'],
    ],
    [
      ['- I came home\nlate.\n- Why?', 'It was -5 degrees.'],
      ['"I came home late."', '"Why?"', '"It was -5 degrees."'],
    ],
  ])('begin a passage: %j', (texts, expected) => {
    expect(passages('a.srt', srt(...texts))).toEqual(expected);
  });

  it.each([
    [['-5 degrees\n-7 degrees'], ['"-5 degrees -7 degrees"']],
    [
      ['- one dash', 'and no dialogue'],
      ['"- one dash"', '"and no dialogue"'],
    ],
    [
      ['well-known - and good', 'a > b'],
      ['"well-known - and good"', '"a > b"'],
    ],
  ])('are not all dashes and arrows: %j', (texts, expected) => {
    expect(passages('a.srt', srt(...texts))).toEqual(expected);
  });

  it('leave the words of a cue with their times', () => {
    const content = 'WEBVTT\n\n00:00.000 --> 00:02.000\n&gt;&gt; hi<00:01.000><c> you</c>\n';
    const read = readImport({ name: 'a.vtt', bytes: new TextEncoder().encode(content), format: null });
    const words = 'passages' in read ? read.passages[0]?.words : null;
    expect(words?.map(({ word, start }) => [word.trim(), start])).toEqual([
      ['hi', expect.any(Number)],
      ['you', 1],
    ]);
  });

  it.each([
    ['>> Hi.\n>> Fine.\n', ['"Hi."', '"Fine."']],
    ['— Bonjour.\n— Salut, ça va ?\n', ['"Bonjour."', '"Salut, ça va ?"']],
  ])('stand before the lines of a text: %j', (text, expected) => {
    expect(passages('a.txt', text)).toEqual(expected);
  });
});

describe('names in brackets without a colon', () => {
  it.each([
    [['[JOHN] Hi.', '[MARY] Go on.', '[JOHN] So.', '[LAUGHTER]']],
    [['(John) Hi.', '(Mary) Go on.', '(John) So.', '(laughs)']],
  ])('are who speaks: %j', (texts) => {
    expect(passages('a.srt', srt(...texts)).map((passage) => passage.toLowerCase())).toEqual([
      '[john] "hi."',
      '[mary] "go on."',
      '[john] "so."',
      `"${texts[3]?.toLowerCase()}"`,
    ]);
  });

  it.each([
    [['[Music] hello', '[Applause] and you', '[Music] so']],
    [['[Laughter] one', 'two', 'three', 'four', '[Sighs] five']],
    [['(laughs) hello', '(door closes) and you', '(sighs) so']],
  ])('are not sounds: %j', (texts) => {
    expect(passages('a.srt', srt(...texts))).toEqual(texts.map((text) => `"${text}"`));
  });
});

describe('what other programs write', () => {
  it('times with a dash between them', () => {
    expect(
      shownImport('a.srt', '1\n00:00:01,000 - 00:00:04,000\nOne\n\n2\n00:00:05,000 – 00:00:06,000\nTwo\n'),
    ).toEqual({ passages: ['1-4 "One"', '5-6 "Two"'], notes: [] });
  });

  it.each([
    [
      'vtt',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n&Eacute;t&eacute; &agrave; &bdquo;K&ouml;ln&ldquo; &frac12; &foo;\n',
    ],
    [
      'srt',
      '1\n00:00:01,000 --> 00:00:02,000\n&Eacute;t&eacute; &agrave; &bdquo;K&ouml;ln&ldquo; &frac12; &foo;\n',
    ],
  ])("HTML's references: %s", (extension, content) => {
    expect(shownImport(`a.${extension}`, content).passages).toEqual(['1-2 "Été à „Köln“ ½ &foo;"']);
  });

  it.each([
    ['a.txt', 'Speaker 1\t00:00\tHi.\nSpeaker 2\t00:15\tYou.\n', ['[Speaker 1] "Hi."', '[Speaker 2] "You."']],
    ['a.csv', 'timestamp,user,message\n00:00:01,Ada,Hi\n00:00:02,Bob,You\n', ['[Ada] "Hi"', '[Bob] "You"']],
    [
      'a.tsv',
      'Name\tStart\tDuration\tDescription\nMarker 01\t0:01.000\t0:02.500\tHi\n',
      ['[Marker 01] "Hi"'],
    ],
    ['a.csv', 'Description,Start,Text\nfirst,0:01,Hi\n', ['"Hi"']],
  ])('tables: %s %j', (name, content, expected) => {
    expect(passages(name, content)).toEqual(expected);
  });
});
