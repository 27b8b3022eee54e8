import { describe, expect, it } from 'vitest';
import { inOneScript } from '../asr/whisper/languages/one-script.ts';
import { inScript } from './chinese-scripts.ts';

const wordsOf = (...texts: string[]) =>
  texts.map((word, index) => ({ word, start: index, end: index + 0.5, confidence: 0.9 }));
const chinese = (...texts: string[]) => ({ language: 'zh', languageConfidence: 1, words: wordsOf(...texts) });

describe('the script of Chinese', () => {
  it('which traditional character is meant depends on its neighbours', async () => {
    const write = await inScript('traditional');
    expect(write('头发发展')).toBe('頭髮發展');
    expect(write('后来，皇后')).toBe('後來，皇后');
    expect(write('干净的干部')).toBe('乾淨的幹部');
    expect(write('頭髮發展')).toBe('頭髮發展');
  });

  it('one recording keeps one, whatever its windows are recognised in', async () => {
    const windows = [[chinese('后来', '，', '萬古')], [chinese('后来，', '万古')]];
    const texts = async (script?: 'simplified' | 'traditional') => {
      const written = await Promise.all(windows.map((segments) => inOneScript(segments, script)));
      return written.map((segments) =>
        segments.flatMap(({ words }) => words.map(({ word }) => word)).join(''),
      );
    };
    expect(await texts()).toEqual(['后来，万古', '后来，万古']);
    expect(await texts('traditional')).toEqual(['後來，萬古', '後來，萬古']);
  });

  it('a character is chosen across words, each of which keeps its letters and times', async () => {
    const [segment] = await inOneScript([chinese(' OK', '头', '发', '😀')], 'traditional');
    expect(segment?.words.map(({ word }) => word)).toEqual([' OK', '頭', '髮', '😀']);
    expect(segment?.words.map(({ start }) => start)).toEqual([0, 1, 2, 3]);
  });

  it('Japanese is left alone', async () => {
    const japanese = { ...chinese('学'), language: 'ja' };
    expect(await inOneScript([japanese], 'traditional')).toEqual([japanese]);
  });
});
