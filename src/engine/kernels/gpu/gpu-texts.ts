import type { Continuation } from '../stepping/continuation.ts';
import type { GpuChoice, GpuLane } from './gpu-lanes.ts';
import type { GpuStepDecoder } from './gpu-step-decoder.ts';
import { MOST_LANES } from './gpu-step-decoder.ts';
import { GpuStepError } from './gpu-step-error.ts';
import { type Follower, RowLoop } from './row-loop.ts';
import { Slots } from './slots.ts';

/** Tokens of a text that is written to time it. */
const TIMED = 8;

/** A window's encoder output, on the decoder's device or not. */
export interface GpuAudio {
  read: () => Promise<GPUBuffer | Float32Array>;
  positions: number;
}

/** A window that texts are written of. */
export interface GpuWindow {
  audio: GpuAudio;
  slot: number | null;
  /** Its keys and values are on their way once it has resolved; null without a slot. */
  entered: Promise<void> | null;
  /** Texts that are written of it now. */
  users: number;
}

/** Tokens of a text that the GPU has read. */
export interface GpuText {
  window: GpuWindow;
  row: number;
  tokens: readonly number[];
  /** States that begin with it. */
  users: { count: number };
}

export interface GpuRules {
  /** Text and timestamp tokens at the end of the read ones. */
  said: readonly number[];
  maxInitialTimestamp: number;
}

/** Rows of a search beside each other, and where the tokens of each are. */
export interface GpuBranches {
  text: GpuText;
  rows: readonly number[];
  /** Row of each position, by hypothesis; the first has read the text alone. */
  origins: readonly (readonly number[])[];
  tokens: readonly (readonly number[])[];
}

/** The texts and windows of a decoder on the GPU. */
export class GpuTexts {
  readonly decoder: GpuStepDecoder;
  readonly #loop: RowLoop;
  readonly #rows: Slots;
  /** Rows for the hypotheses of searches, one search at a time. */
  readonly #branches: Slots;
  #search: Promise<unknown> = Promise.resolve();
  readonly #windows: GpuWindow[] = [];
  readonly #firstTimestampToken: number;

  /** @param branches rows of the decoder that are left for a search */
  constructor(decoder: GpuStepDecoder, branches: number, firstTimestampToken: number) {
    this.decoder = decoder;
    this.#loop = new RowLoop(decoder);
    const texts = decoder.shape.rows - branches;
    this.#rows = new Slots(texts);
    this.#branches = new Slots(branches, texts);
    this.#firstTimestampToken = firstTimestampToken;
  }

  /** Frees the memory; what is still written fails. */
  dispose(): void {
    this.#loop.close();
    this.decoder.release();
  }

  /** Texts that are written at the same time. */
  get most(): number {
    return this.#rows.count;
  }

  /** A window, whose keys and values are computed when a text is first written of it. */
  window(audio: GpuAudio): GpuWindow {
    return { audio, slot: null, entered: null, users: 0 };
  }

  /** Gives a window's place back. */
  leaveWindow(window: GpuWindow): void {
    const at = this.#windows.indexOf(window);
    if (at !== -1) this.#windows.splice(at, 1);
    window.slot = null;
    window.entered = null;
  }

  /** Reads a text's first tokens; returns scores, tokens × vocabulary, of which all but those `wanted` are 0. */
  async start(
    window: GpuWindow,
    tokens: readonly number[],
    wanted: readonly number[],
  ): Promise<{ text: GpuText; scores: Float32Array }> {
    const [row = 0] = await this.#rows.take();
    window.users += 1;
    const text = { window, row, tokens, users: { count: 1 } };
    try {
      await this.#enter(window);
      this.decoder.place(row, []);
      this.#begin(text, { said: [], maxInitialTimestamp: 0 }, {});
      const { vocabulary } = this.decoder.shape;
      const scores = new Float32Array(tokens.length * vocabulary);
      for (let from = 0; from < tokens.length; from += MOST_LANES) {
        const lanes = tokens
          .slice(from, from + MOST_LANES)
          .map((token, at): GpuLane => ({ row, given: { token, position: from + at }, asks: 'nothing' }));
        const own = wanted.filter((at) => at >= from && at < from + lanes.length);
        const step = await this.#loop.read(lanes, 1, own.length > 0);
        for (const at of own)
          scores.set(
            step.scores?.subarray((at - from) * vocabulary, (at - from + 1) * vocabulary) ?? [],
            at * vocabulary,
          );
      }
      return { text, scores };
    } catch (error) {
      this.release(text);
      throw error;
    }
  }

  /** Reads one more token, and gives the scores behind it. Another text may go on from the same beginning afterwards, not meanwhile. */
  async step(text: GpuText, token: number): Promise<{ text: GpuText; scores: Float32Array }> {
    const given = { token, position: text.tokens.length };
    const { scores } = await this.#loop.read([{ row: text.row, given, asks: 'nothing' }], 1, true);
    text.users.count += 1;
    return { text: { ...text, tokens: [...text.tokens, token] }, scores: scores ?? new Float32Array() };
  }

  release(text: GpuText): void {
    text.users.count -= 1;
    if (text.users.count > 0) return;
    text.window.users -= 1;
    this.#rows.leave([text.row]);
  }

  /** Lets a text go on by itself: its last token is read once more, and what follows is chosen. */
  follow(
    text: GpuText,
    rules: GpuRules,
    how: { temperature: number; seed: number; longest: number },
  ): Follower {
    this.#begin(text, rules, how);
    return this.#loop.follow({ row: text.row, given: lastOf(text.tokens), asks: 'goOn' });
  }

  stop(follower: Follower): void {
    this.#loop.stop(follower);
  }

  /** Milliseconds of a token where a text goes on by itself. */
  async time(text: GpuText): Promise<number> {
    const follower = this.follow(
      text,
      { said: [], maxInitialTimestamp: 0 },
      { temperature: 0, seed: 0, longest: TIMED },
    );
    try {
      // The first compiles what it needs.
      await follower.next();
      const startedAt = performance.now();
      let count = 0;
      while (count < TIMED - 1 && (await follower.next())) count += 1;
      return (performance.now() - startedAt) / Math.max(count, 1);
    } finally {
      this.stop(follower);
    }
  }

  /** Cross attention of tokens of a text, from one position to another: tokens × heads × all positions of a window. */
  attention(row: number, first: number, end: number): Promise<Float32Array> {
    return this.decoder.attention(row, first, end).catch((cause) => {
      throw new GpuStepError('The GPU could not give its attention.', { cause });
    });
  }

  /** Runs a search with rows of its own; others wait meanwhile. */
  search<Result>(
    text: GpuText,
    width: number,
    work: (branches: GpuBranches) => Promise<Result>,
  ): Promise<Result> {
    const run = this.#search.then(async () => {
      const rows = await this.#branches.take(width);
      try {
        return await work({ text, rows, origins: [text.tokens.map(() => text.row)], tokens: [text.tokens] });
      } finally {
        this.#branches.leave(rows);
      }
    });
    this.#search = run.catch(() => undefined);
    return run;
  }

  /** The likeliest tokens behind a text. */
  async first({ text }: GpuBranches, rules: GpuRules, candidates: number): Promise<GpuChoice | null> {
    this.#begin(text, rules, {});
    const { choices } = await this.#loop.read(
      [{ row: text.row, given: lastOf(text.tokens), asks: 'choice' }],
      candidates,
      false,
    );
    return choices[0] ?? null;
  }

  /** Reads a token in each of some hypotheses, and gives the likeliest ones behind each. */
  async branch(
    before: GpuBranches,
    continuations: readonly Continuation[],
    { rules, candidates }: { rules: readonly GpuRules[]; candidates: number },
  ): Promise<{ branches: GpuBranches; choices: (GpuChoice | null)[] }> {
    const { rows, text } = before;
    const origins = continuations.map(({ row }, at) => [...(before.origins[row] ?? []), rows[at] ?? 0]);
    const tokens = continuations.map(({ row, token }) => [...(before.tokens[row] ?? []), token]);
    const lanes = continuations.map(({ token }, at): GpuLane => {
      const row = rows[at] ?? 0;
      this.decoder.place(row, origins[at] ?? []);
      this.#begin({ ...text, row }, rules[at] ?? { said: [], maxInitialTimestamp: 0 }, {});
      return { row, given: { token, position: (tokens[at]?.length ?? 1) - 1 }, asks: 'choice' };
    });
    const { choices } = await this.#loop.read(lanes, candidates, false);
    return { branches: { ...before, origins, tokens }, choices };
  }

  #begin(
    { row, window }: Pick<GpuText, 'row' | 'window'>,
    { said, maxInitialTimestamp }: GpuRules,
    {
      temperature = 0,
      seed = 0,
      longest = this.decoder.shape.textPositions,
    }: { temperature?: number; seed?: number; longest?: number },
  ): void {
    const { slot } = window;
    if (slot === null) throw new Error('The window is not on the GPU.');
    this.decoder.begin(
      row,
      { window: slot, said, maxInitialTimestamp, temperature, seed, longest },
      this.#firstTimestampToken,
    );
  }

  /** Puts a window on the GPU, in the place of one that no text is written of if there is no other. */
  #enter(window: GpuWindow): Promise<void> {
    if (window.entered) return window.entered;
    const numbers = Array.from({ length: this.decoder.shape.windows }, (_, slot) => slot);
    const free = numbers.find((slot) => this.#windows.every((other) => other.slot !== slot));
    const idle = this.#windows.find(({ users }) => users === 0);
    const slot = free ?? idle?.slot ?? null;
    if (slot === null) throw new RangeError('The GPU has no room for another window.');
    if (free === undefined && idle) this.leaveWindow(idle);
    window.slot = slot;
    this.#windows.push(window);
    const { read, positions } = window.audio;
    window.entered = read()
      .then((hidden) => this.decoder.takeAudio(slot, hidden, positions))
      .catch((cause) => {
        throw new GpuStepError('The GPU could not take the audio.', { cause });
      });
    return window.entered;
  }
}

const lastOf = (tokens: readonly number[]) => ({ token: tokens.at(-1) ?? 0, position: tokens.length - 1 });
