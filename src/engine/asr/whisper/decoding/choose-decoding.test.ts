import { Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import config from '../../../../../tests/fixtures/mini/mini-whisper/config.json' with { type: 'json' };
import generation from '../../../../../tests/fixtures/mini/mini-whisper/generation_config.json' with {
  type: 'json',
};
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { parseWhisperConfig } from '../whisper-config.ts';
import type { BranchingModel } from './branches.ts';
import { type Beam, chooseDecoding } from './choose-decoding.ts';
import type { ReadPrefix, SteppingModel } from './read-prefix.ts';

const parsed = parseWhisperConfig(config, generation);
const TIME = parsed.firstTimestampToken;
const END = parsed.endToken;

/** Logits after each token, scripted to reach cases that no recording reaches reliably. */
type Script = (said: readonly number[]) => Record<number, number>;

function logitsOf(script: Script, said: readonly number[]): Float32Array {
  const logits = new Float32Array(2644).fill(-30);
  for (const [id, logit] of Object.entries(script(said))) logits[Number(id)] = logit;
  return logits;
}

const noRows: BranchingModel['stepRows'] = () => Promise.reject(new Error('std::bad_alloc'));

/** Follows several texts at a time; what each has said is kept beside the state. */
function rowsOf(script: Script): BranchingModel['stepRows'] {
  const saidBy = new WeakMap<object, number[][]>();
  return async (_audio, past, continuations) => {
    const before = saidBy.get(past) ?? [[]];
    const said = continuations.map(({ row, token }) => [...(before[row] ?? []), token]);
    const logits = new Float32Array(said.length * 2644);
    for (const [row, own] of said.entries()) logits.set(logitsOf(script, own), row * 2644);
    const state = { ...past, length: past.length + 1 };
    saidBy.set(state, said);
    return { state, logits, vocabulary: 2644, attention: null };
  };
}

async function choose(script: Script, chance = {}) {
  const { decoding, attempts } = await chooseOrRefuse(script, chance);
  if (decoding === 'refused') throw new Error('The text was refused.');
  return { decoding, attempts };
}

async function chooseOrRefuse(
  script: Script,
  {
    noSpeech = 0,
    seed = 1,
    isSpoken = false,
    isRepeatedGuess = false,
    isTrusted,
    beam,
    frames = 100,
    spelling = {},
  }: {
    noSpeech?: number;
    seed?: number;
    isSpoken?: boolean;
    /** Of the likeliest tokens. */
    isRepeatedGuess?: boolean;
    isTrusted?: () => Promise<boolean>;
    beam?: Beam;
    /** Length of the audio. */
    frames?: number;
    /** Of tokens that are no words of their own. */
    spelling?: Record<number, string>;
  } = {},
) {
  let said: number[] = [];
  const state = { length: 1, text: {}, audio: {}, own: null };
  const audio = { hidden: new Tensor('float32', [0], [1]), positions: 1_500 };
  let attempts = 0;
  const model: SteppingModel & BranchingModel = {
    config: parsed,
    step: async (_audio, past, token) => {
      if (past.length === 1) {
        said = [];
        attempts += 1;
      }
      said = [...said, token];
      const next = { ...past, length: past.length + 1 };
      return { state: next, logits: logitsOf(script, said), vocabulary: 2644, attention: null };
    },
    stepRows: beam?.below === undefined ? noRows : rowsOf(script),
  };
  const prefix: ReadPrefix = {
    audio,
    tokens: [parsed.startToken],
    state,
    logits: logitsOf(script, []),
    attention: null,
    noSpeech,
  };
  const decoding = await chooseDecoding(
    model,
    prefix,
    { maxInitialTimestamp: 50, frames, mostTokens: isSpoken ? 100 : 0, beam },
    {
      textOf: (tokens) => tokens.map((token) => spelling[token] ?? ` w${token}`).join(''),
      seed,
      cancellation: new CancellationPoint(new AbortController().signal),
      isSpoken: async () => isSpoken,
      isRepeatedGuess: async ({ temperature }) => isRepeatedGuess && temperature === 0,
      isTrusted,
    },
  );
  return { decoding, attempts };
}

/** `<|0.00|> 300 301 <|1.00|>` with high confidence. */
const sure: Script = (said) => ({ [[TIME, 300, 301, TIME + 50][said.length] ?? END]: 10 });

/** Equal text tokens, so that chance decides. */
const guess: Script = (said) => {
  if (said.length === 0) return { [TIME]: 10 };
  if (said.length > 12) return { [END]: 10 };
  return Object.fromEntries(Array.from({ length: 60 }, (_, index) => [300 + index, 0]));
};

const loop: Script = (said) => ({ [said.length === 0 ? TIME : 300 + (said.length % 3)]: 10 });

describe('decoding with rising temperatures', () => {
  it('accepts a confident text at once', async () => {
    const { decoding, attempts } = await choose(sure);
    expect(decoding?.tokens).toEqual([TIME, 300, 301, TIME + 50]);
    expect(decoding?.temperature).toBe(0);
    expect(decoding?.probabilities[1]).toBeGreaterThan(0.99);
    expect(attempts).toBe(1);
  });

  it('tries all temperatures on a guess, the next on a repeated one, and the same seed gives the same text', async () => {
    expect((await choose(sure, { isRepeatedGuess: true })).attempts).toBe(2);
    const first = await choose(guess);
    expect(first.attempts).toBe(6);
    expect((await choose(guess)).decoding?.tokens).toEqual(first.decoding?.tokens);
  });

  it('takes no text with fewer words for a repeated guess', async () => {
    const text: Script = (said) => {
      if (said[2] === TIME + 50) return { [END]: 10 };
      return said.length === 2
        ? { 301: 10, [TIME + 50]: 9.9 }
        : { [[TIME, 300, 301, 302, TIME + 50][said.length] ?? END]: 10 };
    };
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { decoding } = await choose(text, { isRepeatedGuess: true, seed });
      expect(decoding?.tokens).toEqual([TIME, 300, 301, 302, TIME + 50]);
    }
  });

  it.each([
    { frames: 100, words: 1, audio: 'of a word or two is the one that is likelier as a whole' },
    { frames: 500, words: 11, audio: 'that is longer is the one of the likelier tokens' },
  ])('of guesses for audio $audio', async ({ frames, words }) => {
    // One text of few unlikely tokens at any temperature but the first, where a text goes on with likelier ones.
    const text: Script = (said) => {
      if (said.length === 0) return { [TIME]: 10 };
      if (said.length === 1)
        return Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [300 + index, index === 0 ? 0.1 : 0]),
        );
      if (said[1] !== 300 || said.length > 11) return { [END]: 10 };
      return { 400: 0.1, 401: 0, 402: 0 };
    };
    const { decoding } = await choose(text, { frames });
    expect(decoding?.tokens.filter((token) => token < TIME)).toHaveLength(words);
  });

  it('returns nothing if a guess meets no speech', async () => {
    const { decoding, attempts } = await choose(guess, { noSpeech: 0.9 });
    expect(decoding).toBeNull();
    expect(attempts).toBe(1);
  });

  it('returns nothing for a doubtful word or two where speech is unlikely', async () => {
    const doubtful: Script = (said) =>
      said.length === 1
        ? Object.fromEntries(Array.from({ length: 12 }, (_, index) => [300 + index, 0]))
        : { [said.length === 0 ? TIME : END]: 10 };
    expect((await choose(doubtful, { noSpeech: 0.9 })).decoding).toBeNull();
    expect((await choose(doubtful, { noSpeech: 0.9, frames: 500 })).decoding?.tokens).toHaveLength(2);
    expect((await choose(doubtful)).decoding?.tokens).toHaveLength(2);
  });

  it('keeps a confident text although speech seems unlikely', async () => {
    expect((await choose(sure, { noSpeech: 0.9 })).decoding?.tokens).toHaveLength(4);
  });

  it('stops a loop early and says its phrase once', async () => {
    const { decoding, attempts } = await choose(loop);
    expect(attempts).toBe(6);
    expect(decoding?.looped).toBe(true);
    expect(decoding?.tokens.filter((token) => token < END)).toHaveLength(3);
  });

  it('prefers a sampled text without the loop', async () => {
    const breakable: Script = (said) => ({
      ...loop(said),
      ...(said.length > 4 ? { [END]: 9.5 } : {}),
    });
    const { decoding } = await choose(breakable);
    expect(decoding?.looped).toBe(false);
    expect(decoding?.temperature).toBeGreaterThan(0);
  });

  it('keeps what is said over and over if the sound holds it', async () => {
    const often: Script = (said) => (said.length > 90 ? { [END]: 10 } : loop(said));
    const { decoding, attempts } = await choose(often, { isSpoken: true });
    expect(attempts).toBe(1);
    expect(decoding?.looped).toBe(false);
    expect(decoding?.tokens).toHaveLength(91);
    expect((await choose(often)).decoding?.looped).toBe(true);
  });

  it('is stuck, whatever the sound holds, once it has said more than anybody can', async () => {
    expect((await choose(loop, { isSpoken: true })).decoding?.looped).toBe(true);
  });

  it('returns nothing if the numbers are lost', async () => {
    const lost: Script = () => Object.fromEntries(Array.from({ length: 2644 }, (_, id) => [id, Number.NaN]));
    const { decoding, attempts } = await choose(lost);
    expect(decoding).toBeNull();
    expect(attempts).toBe(0);
  });

  it('takes the likeliest tokens, and says so, if the model cannot follow a beam', async () => {
    const causes: unknown[] = [];
    const beam = { width: 5, onImpossible: (cause: unknown) => causes.push(cause) };
    const { decoding, attempts } = await choose(sure, { beam });
    expect(decoding).toEqual((await choose(sure)).decoding);
    expect(attempts).toBe(1);
    expect(causes).toEqual([new Error('std::bad_alloc')]);
  });

  describe('with a second look where it is not sure', () => {
    const onImpossible = (cause: unknown) => expect.fail(String(cause));
    const beam = { width: 2, below: -0.3, onImpossible };
    const textIn = (decoding: Awaited<ReturnType<typeof choose>>['decoding']) =>
      decoding?.tokens.filter((token) => token < END);

    /** 300 is a little likelier than 301, of which alone a sentence follows. */
    const misled: Script = (said) => {
      if (said.length === 0) return { [TIME]: 10 };
      if (said.length === 1) return { 300: 10.2, 301: 10 };
      const among = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [310 + index, 10 - index / 10]));
      if (said.length < 4) return said[1] === 300 ? among(5) : { 310: 10 };
      return { [said.length === 4 ? TIME + 50 : END]: 10 };
    };

    it('finds the likelier text behind an unlikelier beginning', async () => {
      expect(textIn((await choose(misled)).decoding)).toEqual([300, 310, 310]);
      expect(textIn((await choose(misled, { beam })).decoding)).toEqual([301, 310, 310]);
    });

    it('looks only where a single token is doubtful', async () => {
      // The least likely token has a quarter.
      const at = async (tokenBelow: number) =>
        textIn((await choose(misled, { beam: { ...beam, tokenBelow } })).decoding);
      expect(await at(0.4)).toEqual([301, 310, 310]);
      expect(await at(0.1)).toEqual([300, 310, 310]);
    });

    it('costs nothing where it is sure', async () => {
      const { decoding, attempts } = await choose(sure, { beam });
      expect(decoding?.tokens).toEqual([TIME, 300, 301, TIME + 50]);
      expect(attempts).toBe(1);
    });

    it('keeps the likeliest tokens of the same words', async () => {
      const { decoding } = await choose(misled, { beam, spelling: { 301: ' w300,' } });
      expect(textIn(decoding)).toEqual([300, 310, 310]);
    });

    it('does not say a text twice', async () => {
      const doubled: Script = (said) => {
        if (said.length === 0) return { [TIME]: 10 };
        if (said.length === 1) return { 300: 10.2, 310: 9, 311: 9, 312: 9 };
        if (said.length === 2) return { [END]: 10.1, 300: 10, 310: 9, 311: 9 };
        return { [said.length === 3 ? TIME + 50 : END]: 10 };
      };
      expect(textIn((await choose(doubled, { beam })).decoding)).toEqual([300]);
    });

    it('does not take a text for saying a word again and again', async () => {
      const again: Script = (said) =>
        said[1] === 301 && said.length < 5 ? { 301: 10 } : misled(said.slice(0, 5));
      expect(textIn((await choose(again, { beam })).decoding)).toEqual([300, 310, 310]);
    });

    it('does not turn a text into a loop', async () => {
      const looping: Script = (said) => (said.length < 2 || said[1] === 300 ? misled(said) : loop(said));
      expect((await choose(looping, { beam })).decoding?.looped).toBe(false);
    });
  });

  it('refuses at once what cannot be trusted after a part of the window, and takes what can', async () => {
    const trusting = { isTrusted: async () => true };
    expect((await chooseOrRefuse(sure, trusting)).decoding).toMatchObject({ temperature: 0 });
    expect(await chooseOrRefuse(sure, { isTrusted: async () => false })).toEqual({
      decoding: 'refused',
      attempts: 1,
    });
    for (const script of [guess, loop]) {
      expect(await chooseOrRefuse(script, trusting)).toEqual({ decoding: 'refused', attempts: 1 });
    }
    expect((await chooseOrRefuse(guess, { ...trusting, noSpeech: 0.9 })).decoding).toBeNull();
  });
});
