import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { LiveRecogniser, LiveRecogniserOptions, LiveWords } from '../../live-recogniser.ts';
import type { TimedToken } from '../recognisers/recogniser.ts';
import type { ZipformerRecogniser } from '../recognisers/zipformer-recogniser.ts';
import type { TransducerTraits } from '../transducer-traits.ts';
import { startsWord, wordsFromTokens } from '../words/words-from-tokens.ts';
import { LiveTokenWords } from './live-words.ts';
import type { ZipformerStream } from './zipformer-stream.ts';

/** A zipformer while it is spoken: tokens are final, and a word is settled once the next begins or the speech ends. */
export class LiveZipformer implements LiveRecogniser {
  readonly #words: LiveTokenWords;
  /** Goes on with the next speech: silence is between both. Starting anew would cost 1.5 points of word errors. */
  readonly #stream: ZipformerStream;
  /** Second of the session at which the stream would have begun, had it had all the silence before. */
  #origin = 0;
  /** Tokens of the words that are not settled; times in seconds of the session. */
  #tokens: TimedToken[] = [];

  constructor(recogniser: ZipformerRecogniser, traits: TransducerTraits, options: LiveRecogniserOptions) {
    this.#words = new LiveTokenWords(traits, options);
    this.#stream = recogniser.stream(options.hotWords ?? []);
  }

  begin(start: number): void {
    this.#origin = start - this.#stream.duration;
    this.#tokens = [];
    this.#words.begin(start);
  }

  async push(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    await this.#recognise(samples, new CancellationPoint(signal));
    // The last of these words may go on; what is before it does not.
    return this.#settle(this.#tokens.findLastIndex(({ text }) => startsWord(text)));
  }

  async end(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    const cancellation = new CancellationPoint(signal);
    await this.#recognise(samples, cancellation);
    await this.#stream.flush(cancellation);
    this.#take();
    return this.#settle(this.#tokens.length);
  }

  async #recognise(samples: Float32Array, cancellation: CancellationPoint): Promise<void> {
    this.#words.push(samples);
    await this.#stream.push(samples, cancellation);
    this.#take();
  }

  #take(): void {
    this.#tokens.push(...this.#stream.takeFinal().map((token) => this.#inSession(token)));
  }

  /** Settles the words of the first tokens. */
  async #settle(count: number): Promise<LiveWords> {
    const settled = wordsFromTokens(this.#tokens.slice(0, Math.max(count, 0))).length;
    const all = [...this.#tokens, ...this.#stream.open.map((token) => this.#inSession(token))];
    const words = await this.#words.words(all, (_, index) => index < settled);
    if (settled > 0) this.#tokens = this.#tokens.slice(count);
    return words;
  }

  #inSession(token: TimedToken): TimedToken {
    return { ...token, time: token.time + this.#origin };
  }
}
