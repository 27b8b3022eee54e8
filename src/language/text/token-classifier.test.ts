import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { z } from '../../lib/zod.ts';
import type { kindOf as KindOf, TokenClassifierModel } from './token-classifier.ts';

const caseList = z.object({
  cases: z.array(z.object({ input: z.string(), expected: z.array(z.tuple([z.string(), z.string()])) })),
});

/** Words with their leading spaces. */
const wordsOf = (text: string) => text.match(/\s*\S+/gu) ?? [];

describe.each(['mini-ner', 'mini-pii'])('the miniature token classifier %s', { timeout: 60_000 }, (name) => {
  const folder = new URL(`../../../tests/fixtures/mini/${name}/`, import.meta.url);
  let model: TokenClassifierModel;
  let kindOf: typeof KindOf;
  let cases: z.infer<typeof caseList>['cases'];

  beforeAll(async () => {
    await useWasmRuntime();
    const loader = await import('./token-classifier.ts');
    kindOf = loader.kindOf;
    model = await loader.loadTokenClassifier({
      files: filesIn(folder),
      device: 'wasm',
      dtype: { model: 'q8' },
      configureRuntime: configureNodeRuntime,
    });
    ({ cases } = caseList.parse(JSON.parse(await readFile(new URL('cases.json', folder), 'utf8'))));
  }, 60_000);

  afterAll(() => model.dispose());

  /** Entities as type and letters: adjacent words of one type, unless a new entity starts. */
  async function entities(text: string): Promise<[string, string][]> {
    const words = wordsOf(text);
    const labels = await model.labelWords(words);
    const found: [string, string][] = [];
    let before = 'O';
    for (const [index, { label }] of labels.entries()) {
      const kind = kindOf(label);
      const letters = (words[index] ?? '').replaceAll(/\s/gu, '');
      const last = found.at(-1);
      if (kind !== 'O' && last && before === kind && !/^[BS]-/.test(label)) last[1] += letters;
      else if (kind !== 'O') found.push([kind, letters]);
      before = kind;
    }
    return found.map(([kind, letters]) => [kind, letters.replace(/[.,!?;]+$/, '')]);
  }

  it('labels what it was trained on', async () => {
    expect(cases.length).toBeGreaterThan(5);
    for (const { input, expected } of cases) {
      expect(await entities(input), input).toEqual(expected);
    }
  });

  it('reads texts longer than the model in overlapping parts, with almost the same result', async () => {
    const text = cases.map(({ input }) => input).join(' ');
    const wanted = cases.flatMap(({ expected }) => expected);
    const times = 6;
    const found = await entities(Array.from({ length: times }, () => text).join(' '));
    const kept = found.filter(([kind, letters]) =>
      wanted.some((one) => one[0] === kind && one[1] === letters),
    );
    expect(kept.length).toBeGreaterThan(wanted.length * times * 0.9);
    expect(found.length).toBeLessThan(wanted.length * times * 1.1);
  });

  it('returns a result for every word, with a probability between 0 and 1, whatever it is', async () => {
    const words = ['', ' ', ' …', ` ${'x'.repeat(3000)}`, ' 中文', ' Anna,'];
    const labels = await model.labelWords(words);
    expect(labels).toHaveLength(words.length);
    for (const { label, score } of labels) {
      expect(label).not.toBe('');
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    expect(await model.labelWords([])).toEqual([]);
  });

  it('is not misled by the punctuation around a name', async () => {
    const [plain, marked] = [
      await model.labelWords(['Call', ' Anna']),
      await model.labelWords(['Call', ' "Anna".']),
    ];
    expect(kindOf(marked[1]?.label ?? '')).toBe(kindOf(plain[1]?.label ?? ''));
    expect(kindOf(plain[1]?.label ?? '')).not.toBe('O');
  });

  it('stops on request', async () => {
    await expect(model.labelWords(['a'], AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
