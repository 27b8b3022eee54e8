import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { speechEnvelope } from '../../alignment/speech-envelope.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import { CancellationPoint } from '../cancellation-point.ts';
import type { LiveRecogniser, LiveRecogniserOptions, LiveWords } from '../live-recogniser.ts';
import { MIN_LOG_PROBABILITY } from './decoding/choose-decoding.ts';
import { decodeText } from './decoding/decode-text.ts';
import { releaseTensors } from './decoding/decoder-state.ts';
import { decodeLanguage, prefillContinued } from './decoding/prefill-decoder.ts';
import { encode } from './encoder/encode-audio.ts';
import type { DetectedLanguage } from './languages/detect-language.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { attentionOf } from './recognise-pass.ts';
import { mostAttendedFrame } from './words/most-attended-frame.ts';
import { timeWords } from './words/time-words.ts';
import { type AttendedWord, withoutRepeats } from './words/without-repeats.ts';

/** Samples per encoder position. */
const POSITION_SAMPLES = 320;
/** A word that attends to less sound than this before the end may still change, seconds (AlignAtt). */
const UNSURE_SECONDS = 0.5;
/** Sound that is recognised together, seconds: more costs time, less loses context. What is cut off has settled words. */
const LONGEST_SECONDS = 10;
const KEPT_SECONDS = 5;
/** A pause up to this stays in the sound that is recognised together, seconds. */
const KEPT_PAUSE_SECONDS = 1;
/** Words that end so long before the end are settled, whatever they attend to, so that the sound can be cut, seconds. */
const SETTLING_SECONDS = 5;
/** Speech without a word behind the settled ones: they led the model astray, and it is asked again without them, seconds. */
const STUCK_SECONDS = 3;
/** The same at the end of the speech, where nothing follows that would lead it back. */
const STUCK_AT_END_SECONDS = 0.5;
/** Of less sound only guesses are made, which are not settled, seconds. */
const LEAST_SECONDS = 2;
/** Nobody says more tokens a second; a few more for a short sound. */
const TOKENS_PER_SECOND = 6.5;
const TOKENS_TO_SPARE = 5;
/** A level range smaller than this means silence or steady noise, dB. */
const MIN_SPEECH_RANGE_DB = 4;
/** Above this, with a guessed text, nobody is speaking. */
const MAX_NO_SPEECH = 0.6;
/** Seconds of speech and probability from which the language is taken as known; after the second duration the likeliest is used. */
const TELLING_SECONDS = 2;
const TELLING_CONFIDENCE = 0.7;
const MOST_TELLING_SECONDS = 6;

/** What one run over the sound yields, behind its settled words. */
interface Run {
  detected: DetectedLanguage;
  words: NewWord[];
}

interface NewWord extends AttendedWord {
  word: RecognisedWord;
  tokens: number[];
  isSure: boolean;
}

/** A settled word whose sound is still there. */
interface SettledWord {
  word: string;
  tokens: readonly number[];
  /** Seconds of the session. */
  end: number;
  /** The place that its first token attended to, seconds of the session. */
  attended: number;
}

/**
 * Whisper while it is spoken. Each step recognises the last seconds again: the settled words are given to the decoder, which continues
 * them. A new word is settled once it attends to sound that is not the last (AlignAtt: Papi et al. 2023; Macháček and Polák 2025), and
 * the next one has begun.
 */
export class LiveWhisper implements LiveRecogniser {
  readonly #parts: LoadedWhisper;
  readonly #options: LiveRecogniserOptions;
  #pcm: Float32Array = new Float32Array(0);
  /** Second of the session at which the sound starts. */
  #start = 0;
  #settled: SettledWord[] = [];
  #language: DetectedLanguage | null;

  constructor(parts: LoadedWhisper, options: LiveRecogniserOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#language = givenLanguage(parts, options);
  }

  begin(start: number): void {
    const pause = start - this.#end;
    if (this.#pcm.length > 0 && pause <= KEPT_PAUSE_SECONDS) {
      this.#append(new Float32Array(Math.max(Math.round(pause * SAMPLE_RATE), 0)));
      return;
    }
    this.#cut(Number.POSITIVE_INFINITY);
    this.#start = start;
    if (this.#options.codeSwitching) this.#language = givenLanguage(this.#parts, this.#options);
  }

  push(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    this.#append(samples);
    return this.#step(false, new CancellationPoint(signal));
  }

  end(samples: Float32Array, signal: AbortSignal): Promise<LiveWords> {
    this.#append(samples);
    return this.#step(true, new CancellationPoint(signal));
  }

  get #end(): number {
    return this.#start + this.#pcm.length / SAMPLE_RATE;
  }

  #append(samples: Float32Array): void {
    this.#pcm = concatenate([this.#pcm, samples]);
  }

  async #step(isLast: boolean, cancellation: CancellationPoint): Promise<LiveWords> {
    let run = await this.#run(cancellation);
    const settledUntil = this.#settled.at(-1)?.end ?? this.#start;
    const patience = isLast ? STUCK_AT_END_SECONDS : STUCK_SECONDS;
    if (run.words.length === 0 && this.#settled.length > 0 && this.#end - settledUntil > patience) {
      this.#cut(settledUntil);
      run = await this.#run(cancellation);
    }
    const { detected } = run;
    // What lies behind the settled words in the text, but not in the sound, is said a second time.
    const words = withoutRepeats(
      run.words.filter(({ word }) => word.end > settledUntil),
      this.#settled.reduce((furthest, { attended }) => Math.max(furthest, attended), this.#start),
      this.#settled.at(-1)?.word,
    );
    const isTold =
      isLast ||
      (this.#language !== null && this.#pcm.length >= LEAST_SECONDS * SAMPLE_RATE) ||
      this.#pcm.length >= MOST_TELLING_SECONDS * SAMPLE_RATE;
    const sure = words.findIndex(({ isSure, word }) => !isSure && word.end > this.#end - SETTLING_SECONDS);
    // The next word has begun: this one has all its letters and marks.
    const count = isLast
      ? words.length
      : Math.max(Math.min(sure < 0 ? words.length : sure, words.length - 1), 0);
    const settled = isTold ? words.slice(0, count) : [];
    const seen = new Set(settled);
    for (const { word, tokens, attended } of settled) {
      this.#settled.push({ word: word.word, tokens, end: word.end, attended });
    }
    if (this.#pcm.length > LONGEST_SECONDS * SAMPLE_RATE) this.#shorten();
    return {
      language: detected.language,
      languageConfidence: detected.confidence,
      settled: settled.map(({ word }) => word),
      unsettled: words.filter((word) => !seen.has(word)).map(({ word }) => word),
    };
  }

  /** Lets go of the older sound, behind a settled word. */
  #shorten(): void {
    const latest = this.#end - KEPT_SECONDS;
    const place = this.#settled.findLast(({ end }) => end <= latest)?.end;
    // Nothing has been said in it.
    const isEmpty = this.#settled.length === 0 && this.#pcm.length > 2 * LONGEST_SECONDS * SAMPLE_RATE;
    if (place !== undefined) this.#cut(place);
    else if (isEmpty) this.#cut(latest);
  }

  /** Lets go of the sound before this second of the session, and of the words that end there. */
  #cut(seconds: number): void {
    this.#settled = this.#settled.filter(({ end }) => end > seconds);
    const samples = Math.min(
      Math.max(Math.round((seconds - this.#start) * SAMPLE_RATE), 0),
      this.#pcm.length,
    );
    this.#pcm = this.#pcm.slice(samples);
    this.#start += samples / SAMPLE_RATE;
  }

  async #run(cancellation: CancellationPoint): Promise<Run> {
    const parts = this.#parts;
    const envelope = speechEnvelope(this.#pcm, SAMPLE_RATE);
    const unknown = {
      language: this.#language?.language ?? 'en',
      confidence: this.#language?.confidence ?? 0,
    };
    if (envelope.range < MIN_SPEECH_RANGE_DB) return { detected: unknown, words: [] };
    await cancellation.check();
    const audio = await encode(parts, this.#pcm);
    const frames = Math.min(Math.ceil(this.#pcm.length / POSITION_SAMPLES), audio.positions);
    const duration = this.#pcm.length / SAMPLE_RATE;
    try {
      const detected = this.#language ?? (await decodeLanguage(parts, audio, this.#options.languages));
      if (duration >= TELLING_SECONDS && detected.confidence >= TELLING_CONFIDENCE) this.#language = detected;
      const forced = this.#settled.flatMap(({ tokens }) => tokens);
      const continued = await prefillContinued(parts, audio, {
        language: detected.language,
        frames,
        forced,
      });
      const { prefix, said } = continued;
      try {
        const { config } = parts.model;
        const longest = Math.ceil(TOKENS_PER_SECOND * duration) + TOKENS_TO_SPARE - forced.length;
        const decoding = await decodeText(
          parts.model,
          prefix,
          {
            temperature: 0,
            draw: () => 0,
            maxInitialTimestamp: config.maxInitialTimestamp,
            frames,
            mostTokens: 0,
            said,
            longest: Math.max(longest, 1),
          },
          cancellation,
        );
        const isGuess = !(decoding.averageLogProbability >= MIN_LOG_PROBABILITY);
        if (isGuess && (forced.length > 0 || prefix.noSpeech > MAX_NO_SPEECH)) return { detected, words: [] };
        const collected = await attentionOf(parts, prefix, decoding, frames, said.length);
        const attention = continued.attention ? [...continued.attention, ...collected] : collected;
        const tokens = [...said, ...decoding.tokens];
        const recognised = {
          tokens,
          probabilities: [...said.map(() => 1), ...decoding.probabilities],
          attention,
          heads: config.alignment?.heads.length ?? 0,
          frames,
          convention: config.alignment?.convention ?? 'predicting',
          firstTimestampToken: config.firstTimestampToken,
          language: detected.language,
        } as const;
        const { words, units } = timeWords(recognised, parts.text, envelope, duration);
        const textTokens = tokens.flatMap((token, index) =>
          token < config.firstTimestampToken ? [{ token, index }] : [],
        );
        const offset = recognised.convention === 'predicting' ? 0 : 1;
        return {
          detected,
          words: words.flatMap((word, index) => {
            const { from = 0, to = 0 } = units[index] ?? {};
            if (from < forced.length) return [];
            const own = textTokens.slice(from, to);
            const places = own.map(({ index: at }) => {
              const row = attention[at + offset];
              return row === undefined ? frames : mostAttendedFrame(row, frames);
            });
            const isSure = places.every((place) => place < frames - UNSURE_FRAMES);
            const attended = this.#start + ((places[0] ?? frames) * POSITION_SAMPLES) / SAMPLE_RATE;
            const start = word.start + this.#start;
            return {
              word: { ...word, start, end: word.end + this.#start },
              tokens: own.map(({ token }) => token),
              isSure,
              attended,
            };
          }),
        };
      } finally {
        releaseTensors(prefix.state.text);
        releaseTensors(prefix.state.audio);
      }
    } finally {
      parts.model.release(audio);
    }
  }
}

const UNSURE_FRAMES = (UNSURE_SECONDS * SAMPLE_RATE) / POSITION_SAMPLES;

function givenLanguage(
  { model: { config } }: LoadedWhisper,
  { language, languages }: LiveRecogniserOptions,
): DetectedLanguage | null {
  const given =
    config.languages.size === 0 ? 'en' : (language ?? (languages.length === 1 ? languages[0] : null));
  return given ? { language: given, confidence: 1 } : null;
}
