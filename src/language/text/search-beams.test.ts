import { describe, expect, it } from 'vitest';
import { type BeamOptions, searchBeams } from './search-beams.ts';
import type { NextTokens, WritingState } from './seq2seq-model.ts';

const END = 0;
const PLAIN: BeamOptions = {
  beams: 1,
  maximumTokens: 20,
  endToken: END,
  banned: [],
  noRepeat: null,
  lengthPower: 1,
};

/**
 * A model of four tokens that remembers the texts themselves: `after` returns the probability of each next token.
 * Texts are rows of its state, like the real model's tensors.
 */
function toy(after: (text: readonly number[]) => number[]) {
  const texts = new WeakMap<WritingState, number[][]>();
  const give = (rows: number[][]): NextTokens => {
    const state: WritingState = { rows: rows.length, sourceLength: 1, written: {}, read: {} };
    texts.set(state, rows);
    return { state, logits: rows.map((text) => Float32Array.from(after(text), Math.log)) };
  };
  return {
    start: give([[]]),
    step: async (past: WritingState, parents: readonly number[], tokens: readonly number[]) =>
      give(parents.map((parent, row) => [...(texts.get(past)?.[parent] ?? []), tokens[row] ?? END])),
  };
}

/** The likeliest first token, 1, leads to an unlikely text; 2 to a likely one; 3 to a short one. */
const garden = toy((text) => {
  const written = text.join('');
  if (written === '') return [0.01, 0.45, 0.35, 0.19];
  if (written === '1') return [0.25, 0.25, 0.25, 0.25];
  if (written === '2' || written === '22') return [0.02, 0.02, 0.94, 0.02];
  return [0.97, 0.01, 0.01, 0.01];
});
const textsOf = async (model: ReturnType<typeof toy>, options: Partial<BeamOptions>) =>
  (await searchBeams(model, model.start, { ...PLAIN, ...options })).map(({ tokens }) => tokens.join(''));

describe('beam search', () => {
  it('takes the likeliest token each time with one beam', async () => {
    expect((await textsOf(garden, {}))[0]).toMatch(/^1/);
  });

  it('finds the likelier text behind a less likely start with several', async () => {
    expect((await textsOf(garden, { beams: 3 }))[0]).toBe('222');
  });

  it('prefers short texts if length is not divided out', async () => {
    const shortest = async (lengthPower: number) => {
      const [text = ''] = await textsOf(
        toy((written) => (written.length === 0 ? [0.01, 0.3, 0.6, 0.09] : [0.55, 0.15, 0.15, 0.15])),
        { beams: 4, lengthPower },
      );
      return text.length;
    };
    expect(await shortest(0)).toBe(1);
    const even = toy((written) => (written.length < 3 ? [0.3, 0.6, 0.05, 0.05] : [0.97, 0.01, 0.01, 0.01]));
    const lengthOf = async (lengthPower: number) =>
      ((await textsOf(even, { beams: 4, lengthPower }))[0] ?? '').length;
    expect(await lengthOf(0)).toBeLessThanOrEqual(await lengthOf(1));
  });

  it('never writes banned sequences or an empty text', async () => {
    for (const text of await textsOf(garden, { beams: 3, banned: [[2, 2]] })) {
      expect(text).not.toMatch(/22/);
      expect(text).not.toBe('');
    }
    const silent = toy(() => [0.97, 0.01, 0.01, 0.01]);
    expect((await textsOf(silent, {}))[0]).toHaveLength(1);
  });

  it('gives up a text that repeats itself for ever, and succeeds with noRepeat', async () => {
    const stuck = toy((text) => (text.length > 30 ? [0.9, 0.1, 0, 0] : [0.01, 0.97, 0.01, 0.01]));
    const [looped] = await searchBeams(stuck, stuck.start, { ...PLAIN, maximumTokens: 60 });
    expect(looped?.ended).toBe(false);
    const [found] = await searchBeams(stuck, stuck.start, { ...PLAIN, maximumTokens: 60, noRepeat: 2 });
    expect(found?.tokens.join('')).not.toMatch(/(\d\d).*\1/);
  });

  it('stops when there is no more room, and reports that the text did not end', async () => {
    const endless = toy((text) =>
      [0, 0.2, 0.2, 0.2].map((p, token) => (token === text.length % 3 ? 0.5 : p)),
    );
    const [text] = await searchBeams(endless, endless.start, {
      ...PLAIN,
      maximumTokens: 5,
      banned: [[END]],
    });
    expect(text).toMatchObject({ ended: false });
    expect(text?.tokens.length).toBeLessThanOrEqual(5);
  });

  it('returns one text even if the model produces no numbers', async () => {
    const broken = toy(() => [Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(await searchBeams(broken, broken.start, PLAIN)).toMatchObject([{ tokens: [], ended: false }]);
  });
});
