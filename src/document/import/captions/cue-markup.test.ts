import { describe, expect, it } from 'vitest';
import { readPassages, shownImport } from '../../../../tests/fakes/shown-import.ts';

const cues = (mark: string, ...texts: string[]): string =>
  texts
    .map((text, at) => `${at + 1}\n00:00:0${at}${mark}000 --> 00:00:0${at}${mark}900\n${text}\n`)
    .join('\n');

describe('tags of SubRip', () => {
  it.each(['a<b and b>c', '(a<b && c>d)', '1<2>0', 'x<c or d>e', 'x<v and w>y', 'I <3 you'])(
    'are not all that stands between such signs: %s',
    (text) => {
      expect(shownImport('a.srt', cues(',', text)).passages).toEqual([`0-0.9 "${text}"`]);
    },
  );

  it.each([
    ['<b>one</b> <I class="x">two</I> <font color="#fff">three</font>', '"one two three"'],
    ['<c.yellow>one</c> <u >two</u>', '"one two"'],
    ['<v Anna>one</v>', '[Anna] "one"'],
  ])('have attributes: %s', (text, expected) => {
    expect(shownImport('a.srt', cues(',', text)).passages).toEqual([`0-0.9 ${expected}`]);
  });
});

it.each([
  ['srt', ',', 'b'],
  ['vtt', '.', 'b'],
  ['vtt', '.', 'u'],
])('a name that is marked in each cue stands in no text: %s%s%s', (format, mark, tag) => {
  const texts = ['Anna', 'Ben', 'Anna', 'Ben'].map((name) => `<${tag}>${name}:</${tag}> Hello you`);
  const content = (format === 'vtt' ? 'WEBVTT\n\n' : '') + cues(mark, ...texts);
  const { passages } = readPassages(`a.${format}`, content);
  expect(passages.map(({ voice, text, words }) => [voice, text, words])).toEqual(
    ['Anna', 'Ben', 'Anna', 'Ben'].map((name) => [name, 'Hello you', null]),
  );
});

it('a name before words with stamps is none of them', () => {
  const text = 'Anna: hello <00:00:00.500><c>you</c>';
  const { passages } = readPassages('a.vtt', `WEBVTT\n\n${cues('.', text, text.replace('00.5', '01.5'))}`);
  expect(passages.map(({ voice, words }) => [voice, words?.map(({ word }) => word.trim())])).toEqual([
    ['Anna', ['hello', 'you']],
    ['Anna', ['hello', 'you']],
  ]);
});
