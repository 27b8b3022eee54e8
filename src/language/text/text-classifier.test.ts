import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { z } from '../../lib/zod.ts';
import type { TextClassifierModel } from './text-classifier.ts';

const caseList = z.object({ cases: z.array(z.object({ input: z.string(), expected: z.array(z.string()) })) });

async function load(name: string): Promise<TextClassifierModel> {
  await useWasmRuntime();
  const { loadTextClassifier } = await import('./text-classifier.ts');
  return loadTextClassifier({
    files: filesIn(new URL(`../../../tests/fixtures/mini/${name}/`, import.meta.url)),
    device: 'wasm',
    dtype: { model: 'q8' },
    configureRuntime: configureNodeRuntime,
  });
}

describe('the miniature of GoEmotions, whose labels can be true together', { timeout: 60_000 }, () => {
  let model: TextClassifierModel;
  beforeAll(async () => {
    model = await load('mini-emotions');
  }, 60_000);
  afterAll(() => model.dispose());

  const likely = async (text: string) =>
    (await model.classify(text)).filter(({ score }) => score > 0.5).map(({ label }) => label);

  it('weighs all labels as it was made to, best first', async () => {
    const file = new URL('../../../tests/fixtures/mini/mini-emotions/cases.json', import.meta.url);
    const { cases } = caseList.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(cases.length).toBeGreaterThan(10);
    for (const { input, expected } of cases) {
      const labels = await model.classify(input);
      expect(labels).toHaveLength(28);
      expect(labels.map(({ score }) => score)).toEqual(
        labels.map(({ score }) => score).toSorted((a, b) => b - a),
      );
      expect((await likely(input)).toSorted(), input).toEqual(expected.toSorted());
    }
  });

  it('reads a text longer than the model in parts', async () => {
    const text = Array.from({ length: 60 }, () => 'I feel scared about the week.').join(' ');
    expect(await likely(text)).toEqual(['fear']);
  });

  it('has a result for an empty text', async () => {
    expect(await model.classify('')).toHaveLength(28);
  });
});

describe('the miniature that identifies languages, of which only one applies', { timeout: 60_000 }, () => {
  it('returns probabilities that sum to 1', async () => {
    const model = await load('mini-language-id');
    const labels = await model.classify('Bonjour mon copain parle encore.');
    expect(labels[0]?.label).toMatch(/^fr/);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 5);
    await model.dispose();
  });
});
