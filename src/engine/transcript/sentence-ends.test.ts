import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { sentenceEnds } from './sentence-ends.ts';

/** Sentences of a text whose words follow each other without a pause, or with one of 1.2 s for each `/`. */
function sentences(text: string, language: string): string[] {
  const words = text.split(' ').map((word, index) => ({
    text: index === 0 ? word.replace('/', '') : ` ${word.replace('/', '')}`,
    pauseAfter: word.includes('/') ? 1.2 : 0.1,
  }));
  const ends = sentenceEnds(words, language);
  const found: string[] = [''];
  words.forEach((word, index) => {
    found.push(`${found.pop() ?? ''}${word.text}`.trim());
    if (ends[index] && index < words.length - 1) found.push('');
  });
  return found;
}

describe('sentenceEnds', () => {
  // A sentence ends at each `|`.
  it.each(caseRows<[string, string]>(import.meta.url, 'ends'))('%s: %s', (language, marked) => {
    const expected = marked
      .split('|')
      .map((sentence) => sentence.replaceAll('/', '').replace(/\s+/g, ' ').trim());
    expect(sentences(marked.replaceAll('|', ''), language)).toEqual(expected);
  });

  it('ends sentences in languages without spaces', () => {
    const words = ['客観的', '実在', 'である。', 'はい', '。', 'なに', '？', 'ええ'].map((text) => ({
      text,
      pauseAfter: 0.1,
    }));
    expect(sentenceEnds(words, 'ja')).toEqual([false, false, true, false, true, false, true, false]);
    const decimal = ['约', '3', '.', '5', '倍', '。', '好'].map((text) => ({ text, pauseAfter: 0.5 }));
    expect(sentenceEnds(decimal, 'zh')).toEqual([false, false, false, false, false, true, false]);
    const marks = ['えっ', '！', '？', 'そう', '…', '。', 'はい'].map((text) => ({ text, pauseAfter: 0.1 }));
    expect(sentenceEnds(marks, 'ja')).toEqual([false, false, true, false, false, true, false]);
    expect(
      sentenceEnds(
        [
          { text: '你好！', pauseAfter: 0 },
          { text: '再见', pauseAfter: 0 },
        ],
        'zh',
      ),
    ).toEqual([true, false]);
  });
});
