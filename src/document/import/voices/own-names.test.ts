import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../../tests/fakes/corrected-document.ts';
import { readPassages, shownImport, shownJson, wordsOfJson } from '../../../../tests/fakes/shown-import.ts';
import { serialize } from '../../serialize.ts';

const ass = (...lines: [name: string, text: string][]): string =>
  `[Events]\nFormat: Start, End, Name, Text\n${lines.map(([name, text], at) => `Dialogue: 0:00:0${at}.00,0:00:0${at}.90,${name},${text}\n`).join('')}`;
const passages = (name: string, content: string): string[] =>
  shownImport(name, content).passages.map((passage) => passage.replace(/^\S+ /, ''));

describe('a name that a file has in a field is not said before the text, too', () => {
  it.each([
    [['Anna', 'Anna: hello'], '[Anna] "hello"'],
    [['Anna', '{\\i1}ANNA: hello'], '[Anna] "hello"'],
    [['Smith; John', '- Smith, John: hello\\Nyou'], '[Smith; John] "hello you"'],
    [['安娜', '安娜：你好'], '[安娜] "你好"'],
    [['Anna', 'Anna:\\Nhello\\NAnna'], '[Anna] "hello Anna"'],
    [['Anna', 'Anna:'], '[Anna] "Anna:"'],
    [['Anna', 'Bob: hello'], '[Anna] "Bob: hello"'],
    [['Anna', 'Anna said: hello'], '[Anna] "Anna said: hello"'],
  ] as const)('%j', ([name, text], expected) => {
    expect(passages('a.ass', ass([name, text]))).toEqual([expected]);
  });

  it('in rows, JSON, words and tables', () => {
    expect(readPassages('a.ass', ass(['Anna', 'Anna:\\Nhello'])).passages[0]?.rows).toEqual(['hello']);
    const words = ['Anna', ':', 'hello'].map((word, at) => ({ word, start: at, end: at + 1 }));
    const json = [{ speaker: 'Anna', start: 0, end: 3, text: 'Anna: hello', words }];
    expect(shownJson(json)).toEqual(['0-3 [Anna] "hello"']);
    expect(wordsOfJson(json).map(([word]) => word)).toEqual(['hello']);
    expect(passages('a.csv', 'start,speaker,text\n1,Anna,Anna: hello\n')).toEqual(['[Anna] "hello"']);
  });

  it('in ASS as it is exported', () => {
    const document = documentOf({ text: 'Hello there.', at: 1, speaker: 0 });
    const speakers = document.speakers.map((speaker) => ({ ...speaker, name: 'Smith, {Jo}' }));
    const about = { id: 'i', revision: 0, edited_at: null };
    const { content } = serialize({ ...document, speakers }, 'ass', about, { names: true, speakers: true });
    expect(passages('a.ass', String(content))).toEqual(['[Smith, (Jo)] "Hello there."']);
  });
});

it('a cue without a name in its field may have it before the text', () => {
  const content = ass(['Anna', 'Hi.'], ['', 'BOB: Hello.'], ['', 'BOB: You?'], ['Anna', 'Yes.']);
  expect(passages('a.ass', content)).toEqual([
    '[Anna] "Hi."',
    '[BOB] "Hello."',
    '[BOB] "You?"',
    '[Anna] "Yes."',
  ]);
});
