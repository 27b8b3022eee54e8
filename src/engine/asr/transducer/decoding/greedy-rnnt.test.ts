import { describe, expect, it } from 'vitest';
import { decodeRnnt, type ScoredFrames } from './greedy-rnnt.ts';

const BLANK = 0;
const VOCABULARY = 4;

/** A joiner that looks up its best token by frame and last token; logit 2 against 0. */
function joiner(table: Record<string, number>, frames: number) {
  const calls: string[] = [];
  const score = async (firstFrame: number, context: readonly number[]): Promise<ScoredFrames> => {
    calls.push(`${firstFrame}:${context.join(',')}`);
    const logits = new Float32Array((frames - firstFrame) * VOCABULARY);
    for (let row = 0; row < frames - firstFrame; row++) {
      const best = table[`${firstFrame + row}|${context.at(-1)}`] ?? BLANK;
      logits[row * VOCABULARY + best] = 2;
    }
    return { logits, rows: frames - firstFrame };
  };
  return { score, calls };
}

const options = { frameOffset: 8, blank: BLANK, context: [-1, 0] };
const probability = Math.exp(2) / (Math.exp(2) + 3);

describe('greedy RNN-T decoding', () => {
  it('feeds each token back, with the frame’s number in the stream', async () => {
    // Frame 1 emits 2 at the start; frame 3 emits 3 only after a 2, and would have emitted 1 at the start.
    const { score, calls } = joiner({ '1|0': 2, '3|0': 1, '3|2': 3 }, 5);
    const result = await decodeRnnt({ ...options, frames: 5, score });
    expect(result.tokens.map(({ id, frame }) => [id, frame])).toEqual([
      [2, 9],
      [3, 11],
    ]);
    expect(result.next).toEqual({ frame: 5, tokens: 2, context: [2, 3] });
    expect(calls).toEqual(['0:-1,0', '2:0,2', '4:2,3']);
  });

  it('returns the softmax probability of every token', async () => {
    const { score } = joiner({ '0|0': 1 }, 1);
    const { tokens } = await decodeRnnt({ ...options, frames: 1, score });
    expect(tokens[0]?.probability).toBeCloseTo(probability, 6);
  });

  it('emits at most one token per frame', async () => {
    const { score } = joiner({ '0|0': 1, '0|1': 2, '1|1': 1 }, 2);
    const { tokens } = await decodeRnnt({ ...options, frames: 2, score });
    expect(tokens.map(({ id, frame }) => [id, frame])).toEqual([
      [1, 8],
      [1, 9],
    ]);
  });

  it('emits nothing if all is blank, in one call, and keeps the context', async () => {
    const { score, calls } = joiner({}, 8);
    const result = await decodeRnnt({ ...options, frames: 8, score });
    expect(result).toEqual({ tokens: [], next: { frame: 8, tokens: 0, context: [-1, 0] } });
    expect(calls).toHaveLength(1);
  });

  it('gives the same result in two chunks as in one', async () => {
    const table = { '1|0': 2, '3|2': 3, '5|3': 1 };
    const { score } = joiner(table, 6);
    const whole = await decodeRnnt({ ...options, frameOffset: 0, frames: 6, score });
    const first = await decodeRnnt({ ...options, frameOffset: 0, frames: 3, score: joiner(table, 3).score });
    const shifted = Object.fromEntries(
      Object.entries(table).map(([key, token]) => [`${Number(key[0]) - 3}|${key.slice(2)}`, token]),
    );
    const second = await decodeRnnt({
      ...options,
      frameOffset: 3,
      frames: 3,
      context: first.next.context,
      score: joiner(shifted, 3).score,
    });
    expect([...first.tokens, ...second.tokens]).toEqual(whole.tokens);
  });
});
