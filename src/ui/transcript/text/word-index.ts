import type { TranslatedUtterance } from '../../../contract/transcripts/utterance.ts';
import { lastAtMost } from '../../../lib/last-at-most.ts';

/** Seconds a word remains marked after its end if no other has begun. */
const LINGER = 0.35;

/** Finds the word being played. Words are numbered across all utterances in order of their start. */
export class WordIndex {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  readonly #utterances: Uint32Array;
  readonly #positions: Uint32Array;

  constructor(utterances: readonly (TranslatedUtterance | null)[]) {
    const words = utterances
      .flatMap((one, utterance) =>
        (one?.words ?? []).map(({ start, end }, position) => ({ start, end, utterance, position })),
      )
      // Channels overlap, so their utterances do not follow each other in time.
      .sort((a, b) => a.start - b.start);
    this.#starts = Float64Array.from(words, ({ start }) => start);
    this.#ends = Float64Array.from(words, ({ end }) => end);
    this.#utterances = Uint32Array.from(words, ({ utterance }) => utterance);
    this.#positions = Uint32Array.from(words, ({ position }) => position);
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Number of the last word that began at or before `time`; -1 before the first. */
  lastBegun(time: number): number {
    return lastAtMost(this.#starts, time);
  }

  /** Number of the word played at `time` in seconds; -1 in a pause. */
  at(time: number): number {
    const number = this.lastBegun(time);
    return number >= 0 && time <= (this.#ends[number] ?? 0) + LINGER ? number : -1;
  }

  /** Start of a word in seconds. */
  startOf(number: number): number {
    return this.#starts[number] ?? 0;
  }

  /** Index of the word's utterance; -1 for no word. */
  utteranceOf(number: number): number {
    return this.#utterances[number] ?? -1;
  }

  /** Index of the word within its utterance; -1 for no word. */
  positionOf(number: number): number {
    return this.#positions[number] ?? -1;
  }
}
