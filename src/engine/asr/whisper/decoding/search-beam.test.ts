import { Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { smallWhisper as config } from '../../../../../tests/fakes/whisper-config.ts';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { DecoderState } from '../../../kernels/stepping/decoder-state.ts';
import type { DecoderOutput } from '../decoder-output.ts';
import { BeamImpossibleError, type BeamOptions } from './branches.ts';
import { type Decoding, decodeText } from './decode-text.ts';
import type { ReadPrefix } from './read-prefix.ts';
import { searchBeam } from './search-beam.ts';

/** Text tokens 0–9, end 10, start 11, no-timestamps 12, then times from 13: 13 is 0.00 s. */
const END = 10;
const TIME = 13;
const VOCABULARY = 20;
const POSITIONS = 4;

/** Probabilities of what follows the text so far; what is not named is next to impossible. */
type Table = (text: readonly number[]) => Record<number, number>;

/** A state that knows what each of its hypotheses has said. */
interface ScriptedState extends DecoderState {
  said: number[][];
}

const NEXT_TO_IMPOSSIBLE = -60;

function logitsOf(table: Table, said: readonly number[]): Float32Array {
  const logits = new Float32Array(VOCABULARY).fill(NEXT_TO_IMPOSSIBLE);
  const text = said.filter((token) => token < END);
  for (const [id, chance] of Object.entries(said.length === 0 ? { [TIME]: 1 } : table(text))) {
    logits[Number(id)] = Math.log(chance);
  }
  return logits;
}

/** Cross attention that shows which text it belongs to. */
const markOf = (said: readonly number[]) =>
  new Float32Array(POSITIONS).fill(said.reduce((sum, token, index) => sum + (token + 1) * (index + 1), 0));

function scripted(table: Table) {
  const audio = { hidden: new Tensor('float32', [0], [1]), positions: POSITIONS };
  const runs: number[] = [];
  const saidIn = (state: DecoderState) => ('said' in state ? (state as ScriptedState).said : []);
  const output = (past: DecoderState, said: number[][]): DecoderOutput => {
    const rows = said.map((one) => logitsOf(table, one));
    const logits = new Float32Array(rows.length * VOCABULARY);
    const attention = new Float32Array(rows.length * POSITIONS);
    for (const [row, own] of rows.entries()) {
      logits.set(own, row * VOCABULARY);
      attention.set(markOf(said[row] ?? []), row * POSITIONS);
    }
    const state: ScriptedState = { ...past, length: past.length + 1, said };
    return { state, logits, vocabulary: VOCABULARY, attention };
  };
  const start: ScriptedState = { length: 1, text: {}, audio: {}, own: null, said: [[]] };
  const prefix: ReadPrefix = {
    audio,
    tokens: [config.startToken],
    state: start,
    logits: logitsOf(table, []),
    attention: markOf([]),
    noSpeech: 0,
  };
  return {
    prefix,
    runs,
    model: {
      config,
      step: async (_audio: unknown, past: DecoderState, token: number) =>
        output(past, [[...(saidIn(past)[0] ?? []), token]]),
      stepRows: async (
        _audio: unknown,
        past: DecoderState,
        continuations: readonly { row: number; token: number }[],
      ) => {
        runs.push(continuations.length);
        return output(
          past,
          continuations.map(({ row, token }) => [...(saidIn(past)[row] ?? []), token]),
        );
      },
    },
  };
}

const cancellation = () => new CancellationPoint(new AbortController().signal);
const LIMITS = { maxInitialTimestamp: 0, frames: POSITIONS, mostTokens: 0 };

const said = ({ tokens }: Decoding) => tokens.filter((token) => token < END).join(' ');
const isTwice = (text: Decoding, other: Decoding) => said(text) === `${said(other)} ${said(other)}`;

const search = (table: Table, width: number, isTwice?: BeamOptions['isTwice']) => {
  const { model, prefix } = scripted(table);
  return searchBeam(model, prefix, { ...LIMITS, width, isTwice }, cancellation());
};

const greedy = (table: Table) => {
  const { model, prefix } = scripted(table);
  return decodeText(model, prefix, { ...LIMITS, temperature: 0, draw: () => 0 }, cancellation());
};

/** Three tokens in every order, at most `depth` of them, with chances that a seed decides. */
function randomTable(seed: number, depth: number): Table {
  return (text) => {
    if (text.length >= depth) return { [END]: 1 };
    const draw = seededRandom(text.reduce((sum, token) => sum * 7 + token + 1, seed * 1000 + 1));
    const chances = [draw(), draw(), draw(), 0.3 * draw() + 0.01];
    const sum = chances.reduce((total, chance) => total + chance, 0);
    return Object.fromEntries([0, 1, 2, END].map((token, index) => [token, (chances[index] ?? 0) / sum]));
  };
}

/** All texts of a table with their mean log probability, the timestamp and the end included. */
function allTexts(table: Table, text: number[] = [], logProbability = 0): { text: number[]; mean: number }[] {
  return Object.entries(table(text)).flatMap(([token, chance]) => {
    const sum = logProbability + Math.log(chance);
    return Number(token) === END
      ? [{ text, mean: sum / (text.length + 2) }]
      : allTexts(table, [...text, Number(token)], sum);
  });
}

describe('beam search', () => {
  /** The likeliest first word leads nowhere in particular. */
  const trap: Table = (text): Record<number, number> => {
    if (text.length === 0) return { 1: 0.55, 2: 0.45 };
    if (text.length > 1) return { [END]: 1 };
    return text[0] === 1 ? { 3: 0.3, 4: 0.25, 5: 0.25, 6: 0.2 } : { 7: 0.95, 8: 0.05 };
  };

  it('finds the best text where the likeliest word at each step misses it', async () => {
    expect((await greedy(trap)).tokens).toEqual([TIME, 1, 3]);
    const found = await search(trap, 2);
    expect(found.tokens).toEqual([TIME, 2, 7]);
    expect(found.probabilities[1]).toBeCloseTo(0.45);
    expect(found.probabilities[2]).toBeCloseTo(0.95);
    expect(found.averageLogProbability).toBeCloseTo(Math.log(0.45 * 0.95) / 4);
  });

  it('with room for every text finds the one with the highest mean of all', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const table = randomTable(seed, 3);
      const [best] = allTexts(table).sort((a, b) => b.mean - a.mean);
      const found = await search(table, 200);
      expect(found.tokens.slice(1)).toEqual(best?.text);
      expect(found.averageLogProbability).toBeCloseTo(best?.mean ?? Number.NaN, 4);
    }
  });

  it('with a width of 1 is greedy decoding', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const table = randomTable(seed, 12);
      expect(await search(table, 1)).toEqual(await greedy(table));
    }
  });

  it('gives each token the attention of its own hypothesis', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { tokens, attention } = await search(randomTable(seed, 8), 3);
      expect(attention).toEqual(
        Array.from({ length: tokens.length + 1 }, (_, length) => markOf(tokens.slice(0, length))),
      );
    }
  });

  it('reads all hypotheses in one run, never more than its width', async () => {
    const { model, prefix, runs } = scripted(randomTable(3, 8));
    await searchBeam(model, prefix, { ...LIMITS, width: 3 }, cancellation());
    expect(Math.max(...runs)).toBe(3);
    expect(runs.length).toBeLessThanOrEqual(9);
  });

  it('takes a text twice only where that is likelier as a whole, not by its mean alone', async () => {
    const again = (chance: number): Table => {
      return (text): Record<number, number> => {
        if (text.length === 0) return { 1: 0.9, 2: 0.1 };
        return text.length === 1 && text[0] === 1 ? { [END]: 1 - chance, 1: chance } : { [END]: 1 };
      };
    };
    expect((await search(again(0.45), 200)).tokens).toEqual([TIME, 1, 1]);
    expect((await search(again(0.45), 200, isTwice)).tokens).toEqual([TIME, 1]);
    expect((await search(again(0.9), 200, isTwice)).tokens).toEqual([TIME, 1, 1]);
  });

  it('takes a loop only if everything loops, and says its phrase once', async () => {
    const looping: Table = (text): Record<number, number> => {
      if (text.at(-1) === 2) return { 1: 0.9, [END]: 0.1 };
      return { 2: 0.9, 3: 0.1 };
    };
    const found = await search(looping, 2);
    expect(found.looped).toBe(false);
    const endless: Table = (text) => ({ [text.length % 2]: 1 });
    const looped = await search(endless, 2);
    expect(looped).toMatchObject({ looped: true, tokens: [TIME, 0, 1] });
    expect(looped).toEqual(await greedy(endless));
  });

  it('stops where the room ends', async () => {
    const wandering: Table = (text) => ({
      [Math.floor(seededRandom(text.length + 1)() * 8)]: 0.6,
      8: 0.4,
    });
    const { tokens, truncated } = await search(wandering, 2);
    expect(truncated).toBe(true);
    expect(tokens).toHaveLength(config.textPositions - 1);
  });

  it('has no mean where the numbers are lost', async () => {
    const { model, prefix } = scripted(trap);
    prefix.logits.fill(Number.NaN);
    const lost = await searchBeam(model, prefix, { ...LIMITS, width: 5 }, cancellation());
    expect(lost.averageLogProbability).toBeNaN();
  });

  it('says if the model cannot follow it, and passes an abort on', async () => {
    const { model, prefix } = scripted(trap);
    const full = { ...model, stepRows: () => Promise.reject(new Error('no memory')) };
    const failed = searchBeam(full, prefix, { ...LIMITS, width: 2 }, cancellation());
    await expect(failed).rejects.toThrow(BeamImpossibleError);
    const aborted = new CancellationPoint(AbortSignal.abort());
    await expect(searchBeam(model, prefix, { ...LIMITS, width: 2 }, aborted)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
