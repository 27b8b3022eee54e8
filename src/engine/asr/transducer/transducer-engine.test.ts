import { describe, expect, it } from 'vitest';
import type { TranscribeOptions } from '../asr-engine.ts';
import type { Recogniser } from './recogniser.ts';
import { TransducerEngine } from './transducer-engine.ts';

const WINDOW = {
  index: 0,
  channel: 0,
  pcm: new Float32Array(5 * 16_000).fill(0.1),
  pieces: [{ windowStart: 0, fileStart: 0, duration: 5 }],
};
const ANY: TranscribeOptions = { language: null, languages: [], codeSwitching: false };

/** An English recogniser that hears this many words, each as sure as this. */
function engine(words: number, probability: number): TransducerEngine {
  const recogniser: Recogniser = {
    recognise: async () =>
      Array.from({ length: words }, (_, index) => ({ text: ' word', time: index / 4, probability })),
    dispose: async () => undefined,
  };
  const traits = { languages: ['en'], punctuates: false, emissionDelay: 0, leastCertainty: 0.69 };
  return new TransducerEngine(recogniser, traits);
}

const hear = (words: number, probability: number, options: Partial<TranscribeOptions> = {}) =>
  engine(words, probability).transcribe(WINDOW, { ...ANY, ...options }, new AbortController().signal);

describe('quality', () => {
  it('changes nothing, which the transcript says', async () => {
    const { fallbacks, ...careful } = await hear(15, 0.85, { quality: 'careful' });
    expect(fallbacks).toEqual(['no-beam']);
    expect(await hear(15, 0.85, { quality: 'fast' })).toEqual(careful);
  });
});

describe('speech in a language that a transducer does not know', () => {
  it('is refused instead of being written as invented words [§2.5 Languages]', async () => {
    await expect(hear(15, 0.6)).rejects.toMatchObject({ code: 'model_missing', status: 503 });
    await expect(hear(15, 0.6, { languages: ['en', 'de'] })).rejects.toThrow(
      'does not seem to be in a language',
    );
  });

  it('is English if the model is sure of it', async () => {
    const { segments } = await hear(15, 0.85);
    expect(segments).toMatchObject([{ language: 'en', languageConfidence: 1 }]);
  });

  it('is not asked about if the language was given', async () => {
    expect((await hear(15, 0.6, { language: 'en' })).segments[0]?.words).toHaveLength(15);
    expect((await hear(15, 0.6, { languages: ['en'] })).segments[0]?.words).toHaveLength(15);
  });

  it('is left open by a few words, so that the next window decides', async () => {
    expect((await hear(4, 0.6)).segments).toMatchObject([{ languageConfidence: 0 }]);
  });
});
