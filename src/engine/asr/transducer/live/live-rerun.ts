import type { LiveRecogniser, LiveRecogniserOptions, LiveWords } from '../../live-recogniser.ts';
import type { Recogniser } from '../recognisers/recogniser.ts';
import type { TransducerTraits } from '../transducer-traits.ts';
import { startsWord } from '../words/words-from-tokens.ts';
import { LiveTokenWords } from './live-words.ts';

/** Sound behind a word after which the model does not change it any more, seconds. */
const SETTLING_SECONDS = 3;
/** Sound that is recognised again with the new one: before the words that are not settled, and at most altogether; seconds. */
const CONTEXT_SECONDS = 5;
const LONGEST_SECONDS = 15;
/** A word may seem to begin this much before the end of the last, seconds. */
const TOLERANCE_SECONDS = 0.04;

/** A transducer whose encoder needs all of a window, while it is spoken: the last seconds are recognised again with each step. */
export class LiveRerun implements LiveRecogniser {
  readonly #words: LiveTokenWords;
  readonly #recogniser: Recogniser;
  readonly #options: LiveRecogniserOptions;
  readonly #delay: number;
  #settledUntil = 0;

  constructor(recogniser: Recogniser, traits: TransducerTraits, options: LiveRecogniserOptions) {
    this.#words = new LiveTokenWords(traits, options);
    this.#recogniser = recogniser;
    this.#options = options;
    this.#delay = traits.emissionDelay;
  }

  begin(start: number): void {
    this.#words.begin(start);
    this.#settledUntil = start;
  }

  push(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    this.#words.push(samples);
    return this.#recognise(this.#words.end - SETTLING_SECONDS, signal);
  }

  end(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    this.#words.push(samples);
    return this.#recognise(Number.POSITIVE_INFINITY, signal);
  }

  async #recognise(settlesBefore: number, signal: AbortSignal): Promise<LiveWords> {
    const { start, pcm, end } = this.#words;
    const found = await this.#recogniser.recognise(pcm, signal, this.#options.hotWords);
    const tokens = found.map((token) => ({ ...token, time: token.time + start }));
    const first = tokens.findIndex(
      ({ text, time }) => startsWord(text) && time - this.#delay >= this.#settledUntil - TOLERANCE_SECONDS,
    );
    const words = await this.#words.words(
      first < 0 ? [] : tokens.slice(first),
      (word) => word.end <= Math.max(settlesBefore, end - LONGEST_SECONDS + CONTEXT_SECONDS),
    );
    this.#settledUntil = words.settled.at(-1)?.end ?? this.#settledUntil;
    this.#words.forgetBefore(Math.max(this.#settledUntil - CONTEXT_SECONDS, end - LONGEST_SECONDS));
    return words;
  }
}
