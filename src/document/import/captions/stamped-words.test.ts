import { expect, it } from 'vitest';
import { readPassages } from '../../../../tests/fakes/shown-import.ts';

it.each([
  ['a.vtt', '你好<00:01.000><c>世界</c><00:02.000><c>再见</c>', ['你好', '世界', '再见']],
  ['a.vtt', 'hello<00:01.000><c> wor</c><00:02.000><c>lds</c>', ['hello', ' worlds']],
  ['a.vtt', 'hello<00:01.000>world', ['hello', ' world']],
  ['a.lrc', '<00:00.00>你<00:01.00>好 <00:02.00>世界', ['你', '好', ' 世界']],
  ['a.lrc', '<00:00.00>Hel<00:01.00>lo <00:02.00>you', ['Hello', ' you']],
])('a stamp puts no space where the text has none: %s %s', (name, text, words) => {
  const content = name.endsWith('lrc')
    ? `[00:00.00]${text}\n`
    : `WEBVTT\n\n00:00.000 --> 00:03.000\n${text}\n`;
  const [passage] = readPassages(name, content).passages;
  expect(passage?.words?.map(({ word }) => word)).toEqual(words);
  expect(passage?.text).toBe(words.join(''));
});

const span = (text: string, at: number) => `<span begin="${at}s" end="${at + 1}s">${text}</span>`;

it.each([
  [`${span('Hel', 0)}${span('lo', 1)} ${span('you', 2)}`, ['Hello', ' you'], 'Hello you'],
  [`${span('Hel', 0)}${span('lo', 1)}<br/>${span('you', 2)}`, ['Hello', ' you'], 'Hello you'],
  [`${span('你', 0)}${span('好', 1)} ${span('世界', 2)}`, ['你', '好', '世界'], '你好世界'],
])('elements of TTML within a word are no words: %s', (spans, words, text) => {
  const content = `<tt><body><p begin="0s" end="3s">${spans}</p></body></tt>`;
  const [passage] = readPassages('a.ttml', content).passages;
  expect(passage?.words?.map(({ word }) => word)).toEqual(words);
  expect(passage?.text).toBe(text);
});
