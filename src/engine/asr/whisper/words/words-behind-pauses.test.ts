import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadMiniWhisper, readClip } from '../../../../../tests/miniatures/mini-whisper.ts';
import { concatenate } from '../../../../lib/bytes/concatenate.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { withWordsBesidePauses } from './words-behind-pauses.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const RATE = 16_000;
const ENGLISH = { language: 'en', confidence: 1 };
/** A second of speech, half a second of pause, and "Hello my name …". */
const SPEECH = [
  { start: 0, end: 1 },
  { start: 1.5, end: 4 },
];

let parts: LoadedWhisper;
let pcm: Float32Array;

beforeAll(async () => {
  parts = await loadMiniWhisper();
  pcm = concatenate([new Float32Array(1.5 * RATE), await readClip('en_hello.wav')]);
});

afterAll(() => parts.model.dispose());

const word = (text: string, start: number, end: number): RecognisedWord => ({
  word: text,
  start,
  end,
  confidence: 0.9,
});

const placed = (...words: RecognisedWord[]) =>
  withWordsBesidePauses(parts, pcm, words, { speech: SPEECH, language: ENGLISH });

it('the last word of a sentence goes back before the pause where other words follow it', async () => {
  const [, end] = await placed(
    word(' overcome', 0.1, 0.5),
    word(' problem.', 1.6, 1.8),
    word(' Hello', 1.9, 2.2),
  );
  expect(end).toMatchObject({ start: 0.5, end: 1 });
});

it('a word that the speech behind the pause begins with stays there', async () => {
  const words = [word(' overcome', 0.1, 0.5), word(' Hello.', 1.6, 1.8), word(' train', 1.9, 2.2)];
  expect(await placed(...words)).toEqual(words);
});

it('a first word goes behind the pause that it was put before, also without marks, where speech there has no word', async () => {
  const [, first] = await placed(word(' view', 0.1, 0.8), word(' hello', 0.8, 1), word(' name', 1.9, 2.2));
  expect(first).toMatchObject({ start: 1.5, end: 1.9 });
  const claimed = [word(' view', 0.1, 0.8), word(' hello', 0.8, 1), word(' name', 1.6, 2.2)];
  expect(await placed(...claimed)).toEqual(claimed);
});

it('nothing moves where the speech before the pause has its words, or the sentence had ended', async () => {
  const full = [word(' overcome', 0.1, 0.9), word(' problem.', 1.6, 1.8), word(' Hello', 1.9, 2.2)];
  expect(await placed(...full)).toEqual(full);
  const ended = [word(' over.', 0.1, 0.5), word(' Problem.', 1.6, 1.8), word(' Hello', 1.9, 2.2)];
  expect(await placed(...ended)).toEqual(ended);
});
