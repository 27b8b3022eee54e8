import { existsSync } from 'node:fs';
import * as runtime from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../../../tests/miniatures/node-runtime.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import texts from './sentence-splitter.texts.json' with { type: 'json' };
import { loadSentenceSplitter } from './sentence-splitter.ts';

const WEIGHTS = new URL('../../../../shared/models/nnsplit/', import.meta.url);
const present = existsSync(WEIGHTS);
if (!present) console.warn('Left out: the sentence splitter’s weights of ../shared are not here.');

describe.skipIf(!present)('the sentence splitter', { timeout: 120_000 }, () => {
  runtime.env.wasm.numThreads = 1;
  const open = (language: string) => loadSentenceSplitter({ runtime, files: filesIn(WEIGHTS), language });

  it.each(Object.entries(texts))(
    'finds most ends of sentences without punctuation: %s',
    async (language, sentences) => {
      const splitter = await open(language);
      const words = sentences.join(' ').split(' ');
      const ends = await splitter.sentenceEnds(words);
      await splitter.dispose();
      expect(ends).toHaveLength(words.length);
      const lasts = new Set(
        sentences.map(
          (_, index) =>
            sentences
              .slice(0, index + 1)
              .join(' ')
              .split(' ').length - 1,
        ),
      );
      const right = ends.filter((end, index) => end > 0.5 === lasts.has(index)).length;
      expect(right / words.length).toBeGreaterThan(0.9);
    },
  );

  it('gives the same result for a long text, read in overlapping windows', {
    tags: THOROUGH_TAG,
  }, async () => {
    const splitter = await open('en');
    const once = texts.en.join(' ').split(' ');
    const words = Array.from({ length: 8 }, () => once).flat();
    const ends = await splitter.sentenceEnds(words);
    await splitter.dispose();
    expect(ends).toHaveLength(words.length);
    // From the second repetition on, each one has the same context.
    const second = ends.slice(once.length, 2 * once.length).map((end) => end > 0.5);
    for (let time = 2; time < 7; time++) {
      const same = second.filter((end, index) => end === (ends[time * once.length + index] ?? 0) > 0.5);
      expect(same.length / once.length).toBeGreaterThan(0.95);
    }
  });

  it('reports that a damaged file cannot be used', async () => {
    const files = async () => new Response(new Uint8Array([1, 2, 3]));
    await expect(loadSentenceSplitter({ runtime, files, language: 'en' })).rejects.toThrow(
      /install it again/,
    );
  });
});
