import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { punctuate } from '../../addons/punctuation_enhanced/run.ts';
import { z } from '../../lib/zod.ts';
import type { PunctuationModel, readLabel as ReadLabel } from './punctuation-model.ts';

const MODEL = new URL('../../../tests/fixtures/mini/mini-punctuation/', import.meta.url);
const caseList = z.array(z.object({ input: z.string(), expected: z.string() }));

describe('the miniature punctuation model', { timeout: 60_000 }, () => {
  let model: PunctuationModel;
  let readLabel: typeof ReadLabel;
  let cases: z.infer<typeof caseList>;

  beforeAll(async () => {
    await useWasmRuntime();
    const loader = await import('./punctuation-model.ts');
    readLabel = loader.readLabel;
    model = await loader.loadPunctuationModel({
      files: filesIn(MODEL),
      device: 'wasm',
      dtype: { model: 'q8' },
      configureRuntime: configureNodeRuntime,
    });
    cases = caseList.parse(JSON.parse(await readFile(new URL('cases.json', MODEL), 'utf8')));
  }, 60_000);

  afterAll(() => model.dispose());

  const heard = (text: string) =>
    text.split(' ').map((word, index) => ({
      word: ` ${word}`,
      start: index,
      end: index + 0.9,
      confidence: 0.9,
    }));
  const write = async (text: string) => {
    const words = await punctuate(heard(text), 'en', { labelWords: model.labelWords });
    return words
      .map(({ word }) => word)
      .join('')
      .trim();
  };

  it('punctuates its training texts', async () => {
    expect(cases.length).toBeGreaterThan(10);
    for (const { input, expected } of cases) expect(await write(input)).toBe(expected);
  });

  it('reads texts longer than the model in overlapping parts, with almost the same result', async () => {
    const { input = '', expected = '' } = cases.find(({ input: text }) => text.length > 120) ?? {};
    const times = 20;
    const written = await write(Array.from({ length: times }, () => input).join(' '));
    const wanted = Array.from({ length: times }, () => expected).join(' ');
    expect(written.length).toBeGreaterThan(2000);
    const words = written.split(' ');
    const same = wanted.split(' ').filter((word, index) => word === words[index]);
    expect(same.length / words.length).toBeGreaterThan(0.97);
  });

  it('returns a result for every word, whatever it is', async () => {
    const words = ['', 'x'.repeat(2000), '中文', 'paul', ''];
    expect(await model.labelWords(words)).toHaveLength(words.length);
    expect(await model.labelWords([])).toEqual([]);
  });

  it('stops on request', async () => {
    await expect(model.labelWords(['a'], AbortSignal.abort())).rejects.toThrow(/abort/i);
  });

  it.each([
    ['PERIOD_UP', { mark: '.', capital: true }],
    ['COMMA', { mark: ',', capital: false }],
    ['O_UP', { mark: '', capital: true }],
    ['?', { mark: '?', capital: false }],
    ['0', { mark: '', capital: false }],
    ['-', { mark: '', capital: false }],
  ])('reads the label %s', (label, expected) => {
    expect(readLabel(label, true)).toEqual(expected);
    expect(readLabel(label, false).capital).toBeNull();
  });
});
