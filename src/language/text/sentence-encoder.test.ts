import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMiniLm, loadMiniLm } from '../../../tests/miniatures/minilm.ts';
import type { SentenceEncoderModel } from './sentence-encoder.ts';

describe.skipIf(!hasMiniLm())('MiniLM with its weights', { timeout: 60_000 }, () => {
  let model: SentenceEncoderModel;
  beforeAll(async () => {
    model = await loadMiniLm();
  }, 60_000);
  afterAll(() => model.dispose());

  const likeness = async (one: string, other: string) => {
    const [a, b] = [await model.encode(one), await model.encode(other)];
    return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  };

  it('has the cosines that its publisher prints, as far as 8 bits go', async () => {
    const [happy, sad, sunny] = ['That is a happy person', 'That is a happy dog', 'Today is a sunny day'];
    expect(await likeness(happy ?? '', sad ?? '')).toBeCloseTo(0.695, 1);
    expect(await likeness(happy ?? '', sunny ?? '')).toBeLessThan(0.4);
  });

  it('encodes one text after the other, however many are asked for at once', async () => {
    const texts = ['That is a happy person', 'Today is a sunny day', 'word '.repeat(90)];
    const together = await Promise.all(texts.map((text) => model.encode(text)));
    for (const [index, text] of texts.entries()) expect(together[index]).toEqual(await model.encode(text));
  });

  it('has vectors of length 1, also of an empty text and of one longer than it reads', async () => {
    for (const text of ['', 'word '.repeat(2000)]) {
      const vector = await model.encode(text);
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }
  });
});
