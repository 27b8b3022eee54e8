import { expect, it } from 'vitest';
import { shownImport, shownJson, wordsOfJson } from '../../../../tests/fakes/shown-import.ts';

const timed = (...words: string[]) =>
  words.map((word, at) => ({ word, start: at / 10, end: at / 10 + 0.05 }));

it.each([
  [['Hello', ',', 'world', '.'], 'Hello, world.'],
  [[' Hello', ',', ' world', '!'], 'Hello, world!'],
  [['Yes', '(', 'no', ')', ':', '"', 'well', '"', '…'], 'Yes (no): "well"…'],
  [['¿', 'Qué', '?', '«', 'Nada', '»', '.'], '¿Qué? «Nada».'],
  [['one', '–', 'two', '&', 'three'], 'one – two & three'],
  [['你好', '，', '世界', '。'], '你好，世界。'],
])('marks with times of their own stand at their words: %j', (words, text) => {
  const end = words.length / 10;
  expect(shownJson({ segments: [{ start: 0, end, words: timed(...words) }] })).toEqual([
    `0-${end} "${text}"`,
  ]);
  expect(shownJson(timed(...words))[0]).toContain(`"${text}"`);
  const grid = `File type = "ooTextFile"\n"IntervalTier" "words" 0 9 ${words.length} ${words.map((word, at) => `${at / 10} ${(at + 1) / 10} "${word.trim().replaceAll('"', '""')}"`).join(' ')}`;
  expect(shownImport('a.TextGrid', grid).passages[0]).toContain(`"${text}"`);
});

it('marks stay apart where the text has them so', () => {
  const words = timed('Bonjour', '!');
  expect(wordsOfJson([{ start: 0, end: 1, text: 'Bonjour !', words }]).map(([word]) => word)).toEqual([
    'Bonjour',
    '!',
  ]);
});
