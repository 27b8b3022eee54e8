import { describe, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  median,
  readClip,
  windowOf,
  wordsOf,
} from '../../../../../tests/miniatures/mini-whisper.ts';
import { readTruth, type TrueWord } from '../../../../../tests/miniatures/truth.ts';
import { THOROUGH_TAG } from '../../../../../tests/runner/thorough.ts';
import type { TimeSpan } from '../../../alignment/speech-bounds.ts';
import type { TranscribeOptions } from '../../asr-engine.ts';
import { WhisperEngine } from '../whisper-engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const DETECT: TranscribeOptions = { language: null, languages: [], codeSwitching: false };
const NEVER = new AbortController().signal;

async function trueWords(file: string): Promise<TrueWord[]> {
  const clip = (await readTruth()).find((candidate) => candidate.file === file);
  return clip?.sentences.flatMap(({ words }) => words) ?? [];
}

describe('word times', () => {
  it('heads that follow the row that reads a token give the same times as those that follow the row that predicts it', {
    tags: THOROUGH_TAG,
  }, async () => {
    const reading = await loadMiniWhisper({
      heads: [
        [1, 1],
        [1, 2],
        [2, 2],
      ],
      convention: 'input',
    });
    const window = windowOf(await readClip('en_pii.wav'));
    const words = wordsOf(await new WhisperEngine(reading).transcribe(window, DETECT, NEVER));
    const predicting = await loadMiniWhisper();
    const others = wordsOf(await new WhisperEngine(predicting).transcribe(window, DETECT, NEVER));
    const truth = await trueWords('en_pii.wav');
    const apart = (read: readonly TimeSpan[], other: readonly TimeSpan[], key: 'start' | 'end') =>
      median(read.map((word, index) => Math.abs(word[key] - (other[index]?.[key] ?? 99))));
    expect(apart(words, others, 'start')).toBeLessThan(0.02);
    expect(apart(words, others, 'end')).toBeLessThan(0.02);
    // A start is found some 60 ms late, in both ways.
    expect(apart(truth, words, 'start')).toBeLessThan(0.08);
    expect(apart(truth, words, 'end')).toBeLessThan(0.06);
    await predicting.model.dispose();
    await reading.model.dispose();
  });

  it('read in the wrong convention, the words come one token late', { tags: THOROUGH_TAG }, async () => {
    const wrong = await loadMiniWhisper({
      heads: [
        [1, 0],
        [2, 0],
        [2, 1],
      ],
      convention: 'input',
    });
    const window = windowOf(await readClip('en_pii.wav'));
    const words = wordsOf(await new WhisperEngine(wrong).transcribe(window, DETECT, NEVER));
    const truth = await trueWords('en_pii.wav');
    expect(
      median(truth.map(({ start }, index) => Math.abs((words[index]?.start ?? 99) - start))),
    ).toBeGreaterThan(0.1);
    await wrong.model.dispose();
  });

  it('attention collected in one more pass gives the same words as attention collected during decoding', async () => {
    const window = windowOf(await readClip('en_hello.wav'));
    const parts = await loadMiniWhisper();
    const engine = new WhisperEngine(parts);
    const replaying = new WhisperEngine({ ...parts, attentionOnTheWay: false });
    const replayed = wordsOf(await replaying.transcribe(window, DETECT, NEVER));
    const direct = wordsOf(await engine.transcribe(window, DETECT, NEVER));
    expect(replayed.map(({ word }) => word)).toEqual(direct.map(({ word }) => word));
    for (const [index, word] of direct.entries()) {
      expect(replayed[index]?.start).toBeCloseTo(word.start, 1);
      expect(replayed[index]?.end).toBeCloseTo(word.end, 1);
    }
  });

  it('without cross attention the words share the time of their segment, inside its speech', async () => {
    const deaf = await loadMiniWhisper({ heads: [[9, 0]], convention: 'predicting' });
    expect(deaf.model.hasAttention).toBe(false);
    const window = windowOf(await readClip('en_hello.wav'));
    const words = wordsOf(await new WhisperEngine(deaf).transcribe(window, DETECT, NEVER));
    const truth = await trueWords('en_hello.wav');
    expect(words.map(({ word }) => word.trim())).toEqual(truth.map(({ word }) => word));
    for (const [index, { start, end }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(Math.abs(start - (truth[index]?.start ?? 99))).toBeLessThan(0.5);
    }
    await deaf.model.dispose();
  });
});
