import type { GpuChoice, GpuLane, GpuStep } from './gpu-lanes.ts';
import { type GpuStepDecoder, MOST_LANES } from './gpu-step-decoder.ts';
import { GpuStepError } from './gpu-step-error.ts';

/** Steps that are submitted before the result of the first is read. */
const AHEAD = 2;

interface Request {
  lanes: readonly GpuLane[];
  candidates: number;
  withScores: boolean;
  resolve: (step: GpuStep) => void;
  reject: (error: unknown) => void;
}

/** Follows a text that goes on by itself on the GPU. */
export class Follower {
  /** Null once it was submitted. */
  first: GpuLane | null;
  readonly row: number;
  isStopped = false;
  readonly #choices: (GpuChoice | null)[] = [];
  #error: { cause: unknown } | null = null;
  #wake: () => void = () => undefined;

  constructor(first: GpuLane) {
    this.first = first;
    this.row = first.row;
  }

  /** What comes next; null once the text has ended. */
  async next(): Promise<GpuChoice | null> {
    while (this.#choices.length === 0) {
      if (this.#error) throw this.#error.cause;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#choices.shift() ?? null;
  }

  take(choice: GpuChoice | null): void {
    this.#choices.push(choice);
    this.#wake();
  }

  fail(cause: unknown): void {
    this.#error ??= { cause };
    this.#wake();
  }
}

/**
 * Reads the tokens of all texts, up to eight in a step. A waiting text takes the place of one that has ended. Each step
 * is submitted before the last one's result is here.
 */
export class RowLoop {
  readonly #decoder: GpuStepDecoder;
  readonly #requests: Request[] = [];
  #followers: Follower[] = [];
  #inFlight = 0;
  #isPumping = false;
  /** Why nothing is read any more; null while it is. */
  #end: GpuStepError | null = null;

  constructor(decoder: GpuStepDecoder) {
    this.#decoder = decoder;
  }

  /** Reads some tokens, at most eight, as soon as there is room. */
  read(lanes: readonly GpuLane[], candidates: number, withScores: boolean): Promise<GpuStep> {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#requests.push({ lanes, candidates, withScores, resolve, reject });
      void this.#pump();
    });
  }

  /** Lets a text go on by itself from a first token. */
  follow(first: GpuLane): Follower {
    const follower = new Follower(first);
    if (this.#end) {
      follower.fail(this.#end);
      return follower;
    }
    this.#followers.push(follower);
    void this.#pump();
    return follower;
  }

  /** Takes a text out of all further steps. */
  stop(follower: Follower): void {
    if (follower.isStopped) return;
    follower.isStopped = true;
    this.#followers = this.#followers.filter((other) => other !== follower);
    this.#decoder.stop(follower.row);
  }

  /** Refuses all that is read, and that will be: without its memory, the GPU would give nothing instead. */
  close(): void {
    this.#end ??= new GpuStepError('The GPU is not used any more.');
    this.#fail(this.#end);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      // Requests of the same moment are read together.
      await Promise.resolve();
      while (this.#inFlight < AHEAD && this.#requests.length + this.#followers.length > 0)
        await this.#submit();
    } catch (cause) {
      this.#fail(new GpuStepError('The GPU refused a step.', { cause }));
    } finally {
      this.#isPumping = false;
    }
  }

  async #submit(): Promise<void> {
    const wanted = this.#requests.reduce((sum, { lanes }) => sum + lanes.length, this.#followers.length);
    const candidates = Math.max(1, ...this.#requests.map((request) => request.candidates));
    const count = await this.#decoder.prepare(wanted, candidates);
    // What is read is gathered after that: a text may have ended meanwhile, and its row may be another's.
    const requests: Request[] = [];
    let room = Math.min(count, MOST_LANES);
    for (const request of this.#requests) {
      if (request.lanes.length > room || request.candidates > candidates) break;
      requests.push(request);
      room -= request.lanes.length;
    }
    this.#requests.splice(0, requests.length);
    const followers = this.#followers.slice(0, room);
    // Those without room are the first of the next step.
    this.#followers = [...this.#followers.slice(followers.length), ...followers];
    const lanes = [
      ...requests.flatMap((request) => request.lanes),
      ...followers.map(({ first, row }): GpuLane => first ?? { row, given: null, asks: 'goOn' }),
    ];
    if (lanes.length === 0) return;
    for (const follower of followers) follower.first = null;
    this.#inFlight += 1;
    const withScores = requests.some((request) => request.withScores);
    const step = this.#decoder.step(lanes, { count, candidates, withScores });
    void this.#settle(step, requests, followers);
  }

  async #settle(
    step: Promise<GpuStep>,
    requests: readonly Request[],
    followers: readonly Follower[],
  ): Promise<void> {
    try {
      const { choices, scores } = await step;
      if (this.#end) throw this.#end;
      const size = this.#decoder.shape.vocabulary;
      let lane = 0;
      for (const { lanes, resolve } of requests) {
        const end = lane + lanes.length;
        resolve({
          choices: choices.slice(lane, end),
          scores: scores === null ? null : scores.subarray(lane * size, end * size),
        });
        lane = end;
      }
      for (const follower of followers) {
        const choice = choices[lane] ?? null;
        // A text that has ended leaves the steps that are still to come.
        if (!choice) this.#followers = this.#followers.filter((other) => other !== follower);
        follower.take(choice);
        lane += 1;
      }
    } catch (cause) {
      const error = new GpuStepError('The GPU failed during a step.', { cause });
      for (const { reject } of requests) reject(error);
      for (const follower of followers) follower.fail(error);
      this.#fail(error);
    } finally {
      this.#inFlight -= 1;
      void this.#pump();
    }
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#requests.splice(0)) reject(error);
    for (const follower of this.#followers.splice(0)) follower.fail(error);
  }
}
