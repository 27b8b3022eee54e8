import { expect, it } from 'vitest';
import { speechEnvelope } from '../../../alignment/speech-envelope.ts';
import { joinSpelled } from './join-spelled.ts';
import { placeSingleWords } from './place-single-words.ts';
import { timeWords } from './time-words.ts';
import { TokenText } from './token-text.ts';

const RATE = 16_000;
const FRAMES = 250;
const TOKENS = ['ĠW', '-', 'X', '7'];

/** Five tokens of one head's attention, "W-X-7", with the sound of each letter and digit at its second. */
function timed(seconds: readonly [number, number, number]) {
  const pcm = new Float32Array((FRAMES * RATE) / 50).map((_, at) =>
    seconds.some((from) => at >= from * RATE && at < (from + 0.4) * RATE) ? Math.sin(at) / 4 : 0,
  );
  const [first, second, third] = seconds;
  const attention = [first, second, second, third, third].map((from) =>
    new Float32Array(FRAMES).map((_, frame) => (frame >= from * 50 && frame < (from + 0.4) * 50 ? 0.05 : 0)),
  );
  return timeWords(
    {
      tokens: [0, 1, 2, 1, 3],
      probabilities: [0.5, 0.5, 0.5, 0.5, 0.5],
      attention,
      heads: 1,
      frames: FRAMES,
      convention: 'predicting',
      firstTimestampToken: 100,
      language: 'en',
    },
    new TokenText(TOKENS.map((token, id) => [token, id] as const)),
    { envelope: speechEnvelope(pcm, RATE), duration: FRAMES / 50 },
  ).words;
}

it('letters and digits said one by one have times of their own, and are one word at the end', () => {
  const parts = timed([0.5, 1.5, 2.5]);
  expect(parts.map(({ word }) => word)).toEqual([' W-', 'X-', '7']);
  for (const [index, { start }] of parts.entries()) expect(start).toBeCloseTo(0.5 + index, 0.9);
  const [word, ...others] = joinSpelled(parts, 'en');
  expect(others).toEqual([]);
  expect(word).toMatchObject({ word: ' W-X-7', start: parts[0]?.start, end: parts[2]?.end });
  expect(word?.confidence).toBeCloseTo(0.5);
});

it('without pauses they are one word at once, and behind a long pause another one', () => {
  expect(timed([0.5, 0.9, 1.3]).map(({ word }) => word)).toEqual([' W-X-7']);
  const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4, confidence: 1 });
  const apart = [word(' 0,', 0), word('7,', 1), word('9', 4)];
  expect(joinSpelled(apart, 'en').map((one) => one.word)).toEqual([' 0,7,', '9']);
  expect(joinSpelled([word(' so.', 0), word('Yes', 1)], 'en')).toHaveLength(2);
});

it('digits of one token have as many sounds as they are, and a word between pauses has its own', () => {
  const words = [
    { text: ' call', from: 0, to: 1 },
    { text: ' 0,', from: 1, to: 3 },
    { text: '79', from: 3, to: 4 },
    { text: ' at', from: 4, to: 5 },
  ];
  const speech = [0, 1, 2, 3, 4].map((start) => ({ start, end: start + 0.5 }));
  // Each attends to the beginning of its first sound, and passes on early.
  const rough = [0, 0.8, 1.2, 3.9].map((start, index, all) => ({ start, end: all[index + 1] ?? 4.5 }));
  const attended = [0.1, 1.1, 2.1, 4.1];
  const worth = (word: number, { start, end }: { start: number; end: number }) => {
    const place = attended[word] ?? 0;
    return place >= start && place < end ? 1 : 0;
  };
  const pauses = [0, 1, 2, 3].map((second) => ({ start: second + 0.5, end: second + 1 }));
  expect([...placeSingleWords(words, rough, { pauses, speech, worth })]).toEqual([
    [0, { start: 0, end: 0.5 }],
    [1, { start: 1, end: 1.5 }],
    [2, { start: 2, end: 3.5 }],
  ]);
});
