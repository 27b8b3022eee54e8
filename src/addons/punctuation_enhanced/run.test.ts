import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import type { LabelledWord } from './punctuation-tools.ts';
import { punctuate } from './run.ts';

/** Words of a text, 0.3 s each; "|" is a pause of 1 s before the next word, "'" of 0.5 s, "," of 0.2 s, when alone. */
function heard(text: string): RecognisedWord[] {
  const pauses: Record<string, number> = { '|': 1, ';': 0.5, ',': 0.2 };
  const words: RecognisedWord[] = [];
  let time = 0;
  for (const word of text.split(' ')) {
    const pause = pauses[word];
    if (pause === undefined) {
      words.push({ word: ` ${word}`, start: time, end: time + 0.3, confidence: 0.9 });
      time += 0.32;
    } else time += pause;
  }
  return words;
}
const textOf = (words: readonly RecognisedWord[]) =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();
const punctuated = async (text: string, language: string) => textOf(await punctuate(heard(text), language));

describe('enhanced punctuation by pauses and question words', () => {
  it.each(caseRows<[string, string, string]>(import.meta.url, 'punctuated'))(
    '%s: %s',
    async (language, text, expected) => {
      expect(await punctuated(text, language)).toBe(expected);
    },
  );

  it('writes a language’s own marks where it has no spaces', async () => {
    const words = ['元気', 'です', 'か', '今日', 'は', '雨'].map((word, index) => ({
      word,
      start: index + (index > 2 ? 1 : 0),
      end: index + (index > 2 ? 1 : 0) + 0.9,
      confidence: 0.9,
    }));
    expect(textOf(await punctuate(words, 'ja'))).toBe('元気ですか？今日は雨。');
  });

  it('removes capitals that an engine without case put after pauses', async () => {
    expect(await punctuated('We saw the | Big house | It was', 'en')).toBe('We saw the big house. It was.');
  });
});

describe('enhanced punctuation of text that has punctuation', () => {
  it.each(caseRows<string>(import.meta.url, 'leftAlone'))('is left alone: %s', async (text) => {
    const words = heard(text);
    expect(await punctuate(words, 'en')).toEqual(words);
  });

  it('ends a sentence at a long pause before a capital, and the last sentence', async () => {
    expect(await punctuated('Hello, all. We are here | The room is big', 'en')).toBe(
      'Hello, all. We are here. The room is big.',
    );
    expect(await punctuated('Hello, all. I met | Tom there.', 'en')).toBe('Hello, all. I met Tom there.');
  });

  it('punctuates a long stretch that the recogniser left unpunctuated', async () => {
    const stretch = Array.from({ length: 9 }, () => 'we all went out to see |').join(' ');
    const written = await punctuated(`Hello, all. ${stretch} then it rained. That was all.`, 'en');
    expect(written.match(/We all went out to see\./g)).toHaveLength(9);
    expect(written).toMatch(/^Hello, all\. .* Then it rained\. That was all\.$/);
  });
});

describe('enhanced punctuation by models', () => {
  it('ends sentences where a splitter and the pause agree', async () => {
    const sentenceEnds = async (words: readonly string[]) =>
      words.map((word) => (word === 'home' ? 0.95 : word === 'late' ? 0.3 : 0.01));
    const written = await punctuate(heard('we went home it was late ; we slept | long'), 'en', {
      sentenceEnds,
    });
    expect(textOf(written)).toBe('We went home. It was late we slept long.');
  });

  it('picks the likeliest of several nearby ends, unless the speaker pauses', async () => {
    const sentenceEnds = async (words: readonly string[]) =>
      words.map((word) => (word === 'late' ? 0.9 : word === 'again' ? 0.97 : 0.01));
    const write = async (text: string) => textOf(await punctuate(heard(text), 'en', { sentenceEnds }));
    expect(await write('it was late again we slept long')).toBe('It was late again. We slept long.');
    expect(await write('it was late ; again we slept long')).toBe('It was late. Again. We slept long.');
  });

  it('uses a punctuation model’s marks and capitals as they are', async () => {
    const answers: Record<string, LabelledWord> = {
      paul: { mark: ',', capital: true },
      how: { mark: '', capital: false },
      you: { mark: '?', capital: false },
    };
    const labelWords = async (words: readonly string[]) =>
      words.map((word) => answers[word] ?? { mark: '' as const, capital: false });
    const written = await punctuate(heard('hello paul how are you fine'), 'en', { labelWords });
    expect(textOf(written)).toBe('Hello Paul, how are you? Fine.');
  });

  it('opens a Spanish question that a model closed', async () => {
    const labelWords = async (words: readonly string[]) =>
      words.map((word) => ({ mark: word === 'bien' ? ('?' as const) : ('' as const), capital: null }));
    expect(textOf(await punctuate(heard('hola todo bien sí'), 'es', { labelWords }))).toBe(
      '¿Hola todo bien? Sí.',
    );
  });

  it('fails if the model fails', async () => {
    const sentenceEnds = () => Promise.reject(new Error('gone'));
    await expect(punctuate(heard('a b'), 'en', { sentenceEnds })).rejects.toThrow('gone');
  });
});

describe('enhanced punctuation of arbitrary words', () => {
  const token = fc.oneof(
    fc.constantFrom(
      'i',
      'where',
      'but',
      'Tom',
      'ß',
      'dass',
      'ﬁn',
      'ŉ',
      'x.',
      'ok,',
      '3rd',
      '—',
      'ǆ',
      'İ',
      '是',
      'qué',
      "isn't",
    ),
    fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
  );
  const words = fc
    .array(fc.tuple(token, fc.constantFrom(0, 0.1, 0.5, 1.2), fc.boolean()), { maxLength: 60 })
    .map((all) => {
      let time = 0;
      return all.map(([word, pause, spaced]): RecognisedWord => {
        const start = time;
        time += 0.3 + pause;
        return { word: spaced ? ` ${word}` : word, start, end: start + 0.3, confidence: 0.9 };
      });
    });
  const language = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'ja', 'zh', 'el', 'th', 'tr', 'ru', 'ar');
  const labels = fc.infiniteStream(
    fc.record({
      mark: fc.constantFrom('', ',', '.', '?', '!', ':'),
      capital: fc.constantFrom(true, false, null),
    }),
  );
  /** The letters in order, ignoring case. Lower case alone would hide a letter that became two. */
  const lettersOf = (text: string, locale: string) =>
    [...text.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')].map((letter) =>
      letter.toLocaleLowerCase(locale === 'tr' ? 'tr' : undefined),
    );

  it('changes only case and marks, never letters, times or confidences', async () => {
    await fc.assert(
      fc.asyncProperty(words, language, labels, fc.boolean(), async (input, code, stream, byModel) => {
        const labelWords = async (bare: readonly string[]): Promise<LabelledWord[]> => {
          const iterator = stream[Symbol.iterator]();
          return bare.map(() => {
            const { mark, capital } = iterator.next().value;
            return { mark: mark as LabelledWord['mark'], capital };
          });
        };
        const written = await punctuate(input, code, byModel ? { labelWords } : {});
        expect(written).toHaveLength(input.length);
        written.forEach((word, index) => {
          const before = input[index];
          expect({ ...word, word: '' }).toEqual({ ...before, word: '' });
          expect(lettersOf(word.word, code)).toEqual(lettersOf(before?.word ?? '', code));
        });
      }),
    );
  });
});
