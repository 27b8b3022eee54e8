import { describe, expect, it } from 'vitest';
import { decodeTdt } from './greedy-tdt.ts';

const BLANK = 3;

/**
 * A synthetic joiner: the best token and duration class for each frame and preceding token. Its state counts the
 * tokens the predictor has consumed.
 */
function joiner(table: Record<string, [token: number, duration: number]>) {
  const visits: { frame: number; previousToken: number; state: number }[] = [];
  const step = async (frame: number, previousToken: number, state: number) => {
    visits.push({ frame, previousToken, state });
    const [token, duration] = table[`${frame}|${previousToken}`] ?? [BLANK, 1];
    const tokenLogits = new Float32Array(4);
    const durationLogits = new Float32Array(5);
    tokenLogits[token] = 3;
    durationLogits[duration] = 1;
    return { tokenLogits, durationLogits, state: state + 1 };
  };
  return { step, visits };
}

const options = { blank: BLANK, durations: [0, 1, 2, 3, 4], maxTokensPerFrame: 10, initialState: 0 };
const brief = (tokens: { id: number; frame: number; duration: number }[]) =>
  tokens.map(({ id, frame, duration }) => [id, frame, duration]);

describe('greedy TDT decoding', () => {
  it('skips as many frames as the token lasts, and feeds token and state back', async () => {
    const { step, visits } = joiner({ '0|3': [0, 2], '2|0': [1, 4], '6|1': [2, 1] });
    const tokens = await decodeTdt({ ...options, frames: 8, step });
    expect(brief(tokens)).toEqual([
      [0, 0, 2],
      [1, 2, 4],
      [2, 6, 1],
    ]);
    expect(visits).toEqual([
      { frame: 0, previousToken: 3, state: 0 },
      { frame: 2, previousToken: 0, state: 1 },
      { frame: 6, previousToken: 1, state: 2 },
      { frame: 7, previousToken: 2, state: 3 },
    ]);
  });

  it('skips by the duration of a blank too, and leaves state and token as they were', async () => {
    const { step, visits } = joiner({ '0|3': [0, 1], '1|0': [BLANK, 3], '4|0': [1, 1] });
    const tokens = await decodeTdt({ ...options, frames: 5, step });
    expect(brief(tokens)).toEqual([
      [0, 0, 1],
      [1, 4, 1],
    ]);
    expect(visits.map(({ frame, state }) => [frame, state])).toEqual([
      [0, 0],
      [1, 1],
      [4, 1],
    ]);
  });

  it('stays at the frame for a token of zero duration', async () => {
    const { step } = joiner({ '0|3': [0, 0], '0|0': [1, 0], '0|1': [2, 2] });
    const tokens = await decodeTdt({ ...options, frames: 2, step });
    expect(brief(tokens)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 2],
    ]);
  });

  it('advances by one frame at a blank of zero duration', async () => {
    const { step, visits } = joiner({ '0|3': [BLANK, 0], '1|3': [BLANK, 0], '2|3': [0, 1] });
    expect(brief(await decodeTdt({ ...options, frames: 3, step }))).toEqual([[0, 2, 1]]);
    expect(visits.map(({ frame }) => frame)).toEqual([0, 1, 2]);
  });

  it('leaves a frame after the maximum number of tokens, however often the joiner gives zero duration', async () => {
    const loop = { '0|3': [0, 0], '0|0': [0, 0], '1|0': [0, 0] } satisfies Record<string, [number, number]>;
    const { step } = joiner(loop);
    const tokens = await decodeTdt({ ...options, maxTokensPerFrame: 3, frames: 2, step });
    expect(tokens.map(({ frame }) => frame)).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('restarts the token count at the next frame', async () => {
    const { step } = joiner({ '0|3': [0, 0], '0|0': [1, 1], '1|1': [0, 0], '1|0': [1, 1] });
    const tokens = await decodeTdt({ ...options, maxTokensPerFrame: 2, frames: 2, step });
    expect(brief(tokens)).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [0, 1, 0],
      [1, 1, 1],
    ]);
  });

  it('takes the probability over tokens and blank, not over durations', async () => {
    const { step } = joiner({ '0|3': [2, 4] });
    const [token] = await decodeTdt({ ...options, frames: 1, step });
    expect(token?.probability).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 3), 6);
  });

  it('asks nothing if there are no frames', async () => {
    const { step, visits } = joiner({});
    expect(await decodeTdt({ ...options, frames: 0, step })).toEqual([]);
    expect(visits).toEqual([]);
  });

  it('stops when a step throws', async () => {
    const step = async () => {
      throw new DOMException('stopped', 'AbortError');
    };
    await expect(decodeTdt({ ...options, frames: 1, step })).rejects.toThrow('stopped');
  });
});
