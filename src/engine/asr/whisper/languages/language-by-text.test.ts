import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMiniWhisper, readClip, windowOf } from '../../../../../tests/miniatures/mini-whisper.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { encode } from '../encoder/encode-audio.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import type { WhisperModel } from '../whisper-model.ts';
import { languageToken } from './detect-language.ts';
import { byTexts, languageByText, scoresAgain } from './language-by-text.ts';

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cancellation = new CancellationPoint(new AbortController().signal);
let parts: LoadedWhisper;

beforeAll(async () => {
  parts = await loadMiniWhisper();
});
afterAll(() => parts.model.dispose());

/** The miniature writes the same text in every language: here, it is unsure of how one begins in French. */
function unsureInFrench(model: WhisperModel): Pick<WhisperModel, 'config' | 'start' | 'step'> {
  const french = languageToken(model.config, 'fr') ?? 0;
  return {
    config: model.config,
    start: async (audio, tokens, withAttention) => {
      const output = await model.start(audio, tokens, withAttention);
      return tokens.includes(french) ? { ...output, logits: output.logits.map(() => 0) } : output;
    },
    step: (...read) => model.step(...read),
  };
}

/** The language of English speech, if the sound is in favour of French by a distance. */
async function languageOf(distance: number, wishes = {}) {
  const model = unsureInFrench(parts.model) as WhisperModel;
  const { pcm } = windowOf(await readClip('en_hello.wav'));
  const audio = await encode(parts, pcm);
  const scores = new Map([
    ['fr', 0],
    ['en', -distance],
    ['de', -4],
  ]);
  const frames = Math.ceil(pcm.length / 320);
  const among = { languages: [], ...wishes };
  try {
    return await languageByText({ ...parts, model }, audio, { scores, among, frames }, cancellation);
  } finally {
    parts.model.release(audio);
  }
}

describe('the language of doubtful sound', () => {
  it('is the one with the likelier text, of two that are close', async () => {
    const { language, confidence } = await languageOf(0.5);
    expect(language).toBe('en');
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('is that of the sound, of two that are not', async () => {
    const { language, confidence } = await languageOf(2);
    expect(language).toBe('fr');
    expect(confidence).toBeCloseTo(1 / (1 + Math.exp(-2) + Math.exp(-4)));
  });

  it('is one of those that may be spoken, the person’s own first', async () => {
    expect(await languageOf(0.5, { languages: ['fr', 'de'] })).toMatchObject({ language: 'fr' });
    expect(await languageOf(1.9, { likely: ['en'] })).toMatchObject({ language: 'en' });
  });

  it('is sure by as much as its text is likelier', () => {
    const ranked = [
      { language: 'fr', score: -0.5 },
      { language: 'en', score: -1 },
      { language: 'de', score: -5 },
    ];
    expect(byTexts(ranked, [-10, -4]).map(({ language }) => language)).toEqual(['en', 'fr', 'de']);
    expect(byTexts(ranked, [-4, -4])).toEqual(ranked);
    expect(byTexts(ranked, [Number.NaN, Number.NaN])).toEqual(ranked);
  });
});

it('a brief sound is recognised several times in a row, a longer one is not', async () => {
  const { pcm } = windowOf(await readClip('en_hello.wav'));
  const lengths: number[] = [];
  const extractFeatures = vi.fn((sound: Float32Array, seconds?: number) => {
    lengths.push(sound.length);
    return parts.extractFeatures(sound, seconds);
  });
  const audio = await encode(parts, pcm);
  const again = (sound: Float32Array) =>
    scoresAgain({ ...parts, extractFeatures }, { pcm: sound, encoded: audio }, cancellation);
  const brief = await again(pcm.subarray(0, 16_000));
  expect(lengths).toEqual([3 * 16_000 + 2 * 4800]);
  expect(brief.size).toBe(parts.model.config.languages.size);
  await again(new Float32Array(5 * 16_000));
  expect(lengths).toHaveLength(1);
  parts.model.release(audio);
});
