import { concatenate } from '../../../../lib/bytes/concatenate.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { SURE_OF_LANGUAGE } from '../../languages/language-finder.ts';
import type { LiveRecogniserOptions, LiveWords } from '../../live-recogniser.ts';
import type { TimedToken } from '../recognisers/recogniser.ts';
import type { TransducerTraits } from '../transducer-traits.ts';
import { findWordEnds } from '../words/find-word-ends.ts';
import { labelLanguages } from '../words/label-languages.ts';
import { readableCase } from '../words/readable-case.ts';
import { wordsFromTokens } from '../words/words-from-tokens.ts';

/** Sound before the first open word that is kept: where words end depends on how loud the speech is, seconds. */
const KEPT_SECONDS = 10;
/** The language is guessed from this many words at most. */
const TELLING_WORDS = 40;

/** Makes the words of a live channel from a transducer's tokens, as `TransducerEngine` does for a window. */
export class LiveTokenWords {
  #pcm: Float32Array = new Float32Array(0);
  /** Second of the session at which `#pcm` starts. */
  #start = 0;
  #lastWords: RecognisedWord[] = [];
  #language: { language: string; languageConfidence: number } | null = null;

  constructor(
    private readonly traits: TransducerTraits,
    private readonly options: LiveRecogniserOptions,
  ) {}

  begin(start: number): void {
    this.#pcm = new Float32Array(0);
    this.#start = start;
  }

  /** Seconds of the session up to which there is sound. */
  get end(): number {
    return this.#start + this.#pcm.length / SAMPLE_RATE;
  }

  /** Second of the session from which there is sound. */
  get start(): number {
    return this.#start;
  }

  get pcm(): Float32Array {
    return this.#pcm;
  }

  push(samples: Float32Array): void {
    this.#pcm = concatenate([this.#pcm, samples]);
  }

  forgetBefore(seconds: number): void {
    const dropped = Math.min(Math.floor((seconds - this.#start) * SAMPLE_RATE), this.#pcm.length);
    if (dropped <= 0) return;
    this.#pcm = this.#pcm.slice(dropped);
    this.#start += dropped / SAMPLE_RATE;
  }

  /**
   * @param tokens in seconds of the session, from the first word on that is not settled
   * @param settles which words are now settled, by index; those before one that is are, too
   */
  async words(
    tokens: readonly TimedToken[],
    settles: (word: RecognisedWord, index: number) => boolean,
  ): Promise<LiveWords> {
    const { emissionDelay, punctuates, languages } = this.traits;
    const here = tokens.map((token) => ({ ...token, time: Math.max(token.time - this.#start, 0) }));
    const timed = findWordEnds(wordsFromTokens(here), this.#pcm, emissionDelay).map((word) => ({
      ...word,
      start: word.start + this.#start,
      end: word.end + this.#start,
    }));
    const before = this.#lastWords.slice(-1);
    const words = punctuates ? timed : readableCase([...before, ...timed]).slice(before.length);
    const count = words.findLastIndex(settles) + 1;
    const settled = words.slice(0, count);
    const unsettled = words.slice(count);
    const first = unsettled[0]?.start ?? this.end;
    this.forgetBefore(first - KEPT_SECONDS);
    this.#lastWords = [...this.#lastWords, ...settled].slice(-TELLING_WORDS);
    if (
      !this.#language ||
      this.options.codeSwitching ||
      this.#language.languageConfidence < SURE_OF_LANGUAGE
    ) {
      const telling = [...this.#lastWords, ...unsettled];
      const [labelled] = await labelLanguages(
        telling,
        [],
        { ...this.options, codeSwitching: false },
        languages,
      );
      this.#language = labelled ?? null;
    }
    const { language = languages[0] ?? 'en', languageConfidence = 0 } = this.#language ?? {};
    return { language, languageConfidence, settled, unsettled };
  }
}
