import { describe, expect, it } from 'vitest';
import { shownImport, shownJson } from '../../../../tests/fakes/shown-import.ts';

const HEAD = '<tt xmlns="http://www.w3.org/ns/ttml"><body><div>';
const TAIL = '</div></body></tt>';
const texts = (name: string, content: string): string[] =>
  shownImport(name, content).passages.map((passage) => passage.replace(/^\S+ (?:\[.*\] )?/, ''));

describe('rows of scripts without spaces become one text without a space, others with one', () => {
  it.each([
    ['a.ttml', `${HEAD}<p begin="1s" end="2s"><span>你好</span>\n <span>世界</span><br/>\n 再见</p>${TAIL}`],
    ['a.ttml', `${HEAD}<p begin="1s" end="3s">\n 你好世\n 界<span> </span>再见\n</p>${TAIL}`],
    [
      'a.ttml',
      `${HEAD}<p begin="1s" end="3s"><span begin="1s">你好</span> <span begin="2s">世界</span> <span begin="2.5s">再见</span></p>${TAIL}`,
    ],
    ['a.csv', 'start,end,text\n1,2,"你好\n世界\r\n再见"\n'],
    ['a.txt', '[00:01] 你好\n世界\n[00:05] 再见\n世界\n[00:09] 你\n', '你好世界', '再见世界', '你'],
    ['a.txt', '你好\n世界\n再见\n\n再见\n世界\n', '你好世界再见', '再见世界'],
    [
      'a.txt',
      '[08.01.26, 10:58:23] Ada: 你好\n世界\n再见\n[08.01.26, 10:58:29] Bob: 你好\n',
      '你好世界再见',
      '你好',
    ],
    ['a.json', '{"events":[{"tStartMs":0,"dDurationMs":1000,"segs":[{"utf8":"你好\\n世界\\n再见"}]}]}'],
    ['a.json', '[{"start":1,"end":2,"text":"你好\\n世界<br>再<i>见</i>"}]'],
  ])('%s: %j', (name, content, ...expected) => {
    expect(texts(name, content)).toEqual(
      (expected.length > 0 ? expected : ['你好世界再见']).map((text) => `"${text}"`),
    );
    const latin = content
      .replaceAll('你好', 'Hello')
      .replaceAll('世', 'wor')
      .replaceAll('界', 'ld')
      .replaceAll('再', 'go');
    for (const text of texts(name, latin)) expect(text).not.toMatch(/Helloworld|worldgo/);
  });

  it('in a TextGrid, with the times of words', () => {
    const tier = (name: string, ...words: string[]) =>
      `"IntervalTier" "${name}" 0 ${words.length} ${words.length} ${words.map((word, at) => `${at} ${at + 1} "${word}"`).join(' ')}`;
    const grid = (...tiers: string[]) =>
      `File type = "ooTextFile"\nObject class = "TextGrid"\n0 2 <exists> ${tiers.length} ${tiers.join('\n')}\n`;
    expect(texts('a.TextGrid', grid(tier('Ada - words', '你好', '世界')))).toEqual(['"你好世界"']);
  });
});

it('bold type in JSON parts no word from its marks', () => {
  expect(shownJson([{ start: 0, end: 1, text: 'so <b>good</b>, but<i>ter</i><br/>bread' }])).toEqual([
    '0-1 "so good, butter bread"',
  ]);
});
