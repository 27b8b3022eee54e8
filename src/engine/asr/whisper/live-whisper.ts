import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { LevelControl } from '../../audio/levels/level-control.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../decoding/cancellation-point.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import type { LiveRecogniser, LiveRecogniserOptions, LiveRoom, LiveWords } from '../live-recogniser.ts';
import { type ContinuedWord, continueText } from './continue-text.ts';
import { beamOf } from './decoding/beam-of.ts';
import type { Beam } from './decoding/choose-decoding.ts';
import type { DetectedLanguage } from './languages/detect-language.ts';
import { inOneScript } from './languages/one-script.ts';
import { leadSilence } from './lead-silence.ts';
import type { LiveRun, LiveWhisperRules, SettledWord } from './live-whisper-rules.ts';
import { givenLanguage, isNoise, LIVE_WHISPER_RULES } from './live-whisper-rules.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { WholeWindowWanted } from './transcribe-audio.ts';
import { KnownTerms, recogniseTerms, type VocabularyTerms } from './words/recognise-terms.ts';
import { withoutRepeats } from './words/without-repeats.ts';
import { wordsBehind } from './words/words-behind.ts';

/** What is kept of longer sound, at most up to its last settled word, seconds. */
const KEPT_SECONDS = 5;
/** Speech without a word behind the settled ones: they led the model astray, and it is asked again without them, seconds. */
const STUCK_SECONDS = 5;
/** Seconds of sound below which words are guesses and are not settled. */
const LEAST_SECONDS = 2;
/** Seconds of sound above which a shortened window is seldom unsure; a whole one delays what is said next unless there is much room. */
const BRIEF_SECONDS = 4;
/** Seconds of speech and probability from which the language is taken as known; after the second duration the likeliest is used. */
const TELLING_SECONDS = 2;
const TELLING_CONFIDENCE = 0.7;
const MOST_TELLING_SECONDS = 6;
/** Speech after which the language that most of it was is no longer asked for. */
const SETTLED_SECONDS = 30;

/**
 * Whisper while it is spoken. Each step recognises the last seconds again: the settled words are given to the decoder, which continues
 * them. A new word is settled once it attends to sound that is not the last (AlignAtt: Papi et al. 2023; Macháček and Polák 2025), and
 * the next one has begun. In a pause, the sound is recognised once more as recordings are; if the speech ends there, what is behind the
 * settled words is settled as it is written then.
 */
export class LiveWhisper implements LiveRecogniser {
  readonly asRecorded = true;
  readonly #parts: LoadedWhisper;
  /** The same without whole windows, of which there is no time for at every step. */
  readonly #shortened: LoadedWhisper;
  readonly #beam: Beam | undefined;
  readonly #terms: VocabularyTerms;
  readonly #options: LiveRecogniserOptions;
  readonly #rules: LiveWhisperRules;
  /** Null if it is detected. */
  readonly #given: DetectedLanguage | null;
  #pcm: Float32Array = new Float32Array(0);
  /** Second of the session at which the sound starts. */
  #start = 0;
  #settled: SettledWord[] = [];
  /** The text up to the pause that the sound ends with; null, too, if the whole window is to decide. */
  #paused: LiveRun | null = null;
  #unsettled: RecognisedWord[] = [];
  #language: DetectedLanguage | null;
  /** Seconds of finished speech by its language, each weighed with its probability. */
  readonly #spoken = new Map<string, number>();

  constructor(parts: LoadedWhisper, options: LiveRecogniserOptions, rules: Partial<LiveWhisperRules> = {}) {
    this.#parts = parts;
    this.#shortened = parts.shortAudio === 'encoded' ? { ...parts, shortAudio: 'always' } : parts;
    this.#beam = beamOf(parts, undefined, () => undefined);
    this.#terms = new KnownTerms(parts).of(options.hotWords);
    this.#options = options;
    this.#rules = { ...LIVE_WHISPER_RULES, ...rules };
    this.#given = givenLanguage(parts, options);
    this.#language = this.#given;
  }

  get patience(): number {
    return this.#rules.patience;
  }

  begin(start: number): void {
    const pause = start - this.#end;
    if (this.#pcm.length > 0 && pause <= this.#rules.pause) {
      this.#append(new Float32Array(Math.max(Math.round(pause * SAMPLE_RATE), 0)));
      return;
    }
    this.#cut(Number.POSITIVE_INFINITY);
    this.#start = start;
    if (this.#options.codeSwitching) this.#language = this.#given;
  }

  async push(samples: Float32Array, signal: AbortSignal, room: LiveRoom = 'much'): Promise<LiveWords> {
    this.#append(samples);
    this.#paused = null;
    const cancellation = new CancellationPoint(signal);
    let run = await this.#continue(cancellation, room);
    const settledUntil = this.#settledUntil;
    if (run.words.length === 0 && this.#settled.length > 0 && this.#end - settledUntil > STUCK_SECONDS) {
      this.#cut(settledUntil);
      run = await this.#continue(cancellation, room);
    }
    // What is behind the settled words in the text, but not in the sound, is said a second time.
    const words = withoutRepeats(
      run.words.filter(({ word }) => word.end > settledUntil),
      this.#settled.reduce((furthest, { attended }) => Math.max(furthest, attended), this.#start),
      this.#settled.at(-1)?.word,
    );
    // A guess of nothing is none: what was there remains there, unsettled.
    if (words.length === 0) return this.#words(run.detected, [], this.#unsettled);
    return this.#settle({ ...run, words }, this.#sureCount(words));
  }

  async pause(samples: Float32Array, signal: AbortSignal, room: LiveRoom = 'much'): Promise<LiveWords> {
    this.#append(samples);
    let run: LiveRun;
    try {
      run = await this.#complete(new CancellationPoint(signal), room, true);
    } catch (error) {
      if (!(error instanceof WholeWindowWanted)) throw error;
      // Speech may go on soon, and would wait for it: what was there remains there, until the speech has ended.
      return this.#words(this.#likeliest, [], this.#unsettled);
    }
    const { detected, words } = run;
    const count = this.#sureCount(words);
    this.#paused = { detected, words: words.slice(count) };
    return this.#settle({ detected, words }, count);
  }

  async end(samples: Float32Array, signal: AbortSignal, room: LiveRoom = 'much'): Promise<LiveWords> {
    this.#append(samples);
    const run = this.#paused ?? (await this.#complete(new CancellationPoint(signal), room));
    this.#paused = null;
    if (this.#isTelling) this.#countLanguage(run.detected);
    return this.#settle(run, run.words.length);
  }

  /** Whether this speech is asked for its language. */
  get #isTelling(): boolean {
    if (this.#given || this.#pcm.length < TELLING_SECONDS * SAMPLE_RATE) return false;
    const total = [...this.#spoken.values()].reduce((sum, seconds) => sum + seconds, 0);
    return this.#options.codeSwitching || total < SETTLED_SECONDS;
  }

  /** The first words of a session may sound like another language: what most of the speech so far was counts. */
  #countLanguage(detected: DetectedLanguage): void {
    if (detected.confidence < TELLING_CONFIDENCE && this.#language === null) return;
    if (this.#options.codeSwitching) {
      this.#language = detected;
      return;
    }
    const { language, confidence } = detected;
    const seconds = (this.#pcm.length / SAMPLE_RATE) * confidence;
    this.#spoken.set(language, (this.#spoken.get(language) ?? 0) + seconds);
    const [most = language] = [...this.#spoken].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    if (most !== this.#language?.language) this.#language = { language: most, confidence };
  }

  /** At one level, as recordings are: while it comes, the first word of a soft voice is too loud. */
  get #levelled(): Float32Array {
    const level = new LevelControl();
    return concatenate([level.push(this.#pcm), level.finish()]);
  }

  get #end(): number {
    return this.#start + this.#pcm.length / SAMPLE_RATE;
  }

  get #settledUntil(): number {
    return this.#settled.at(-1)?.end ?? this.#start;
  }

  get #likeliest(): DetectedLanguage {
    return this.#language ?? { language: 'en', confidence: 0 };
  }

  #append(samples: Float32Array): void {
    this.#pcm = concatenate([this.#pcm, samples]);
  }

  async #words(
    { language, confidence: languageConfidence }: DetectedLanguage,
    settled: RecognisedWord[],
    unsettled: RecognisedWord[],
  ): Promise<LiveWords> {
    this.#unsettled = unsettled;
    const all = { language, languageConfidence, words: [...settled, ...unsettled] };
    const [{ words } = all] = await inOneScript([all], this.#options.chineseScript);
    return {
      language,
      languageConfidence,
      settled: words.slice(0, settled.length),
      unsettled: words.slice(settled.length),
    };
  }

  /** How many of the new words are settled while speech goes on. */
  #sureCount(words: readonly ContinuedWord[]): number {
    const seconds = this.#pcm.length / SAMPLE_RATE;
    const isLong = this.#language !== null ? seconds >= LEAST_SECONDS : seconds >= MOST_TELLING_SECONDS;
    if (!isLong) return 0;
    const { unsure, settling } = this.#rules;
    const place = words.findIndex(
      ({ attendedUntil, word }) => attendedUntil >= this.#end - unsure && word.end > this.#end - settling,
    );
    // The next word has begun: this one has all its letters and marks.
    return Math.max(Math.min(place < 0 ? words.length : place, words.length - 1), 0);
  }

  /** Settles the first of the new words. */
  #settle({ detected, words }: LiveRun, count: number): Promise<LiveWords> {
    for (const { word, tokens, attended } of words.slice(0, count))
      this.#settled.push({ word: word.word, tokens, end: word.end, attended });
    if (this.#pcm.length > this.#rules.longest * SAMPLE_RATE) this.#shorten();
    const plain = words.map(({ word }) => word);
    return this.#words(detected, plain.slice(0, count), plain.slice(count));
  }

  /** Lets go of the older sound, behind a settled word. */
  #shorten(): void {
    const latest = this.#end - KEPT_SECONDS;
    const place = this.#settled.findLast(({ end }) => end <= latest)?.end;
    // Nothing has been said in it.
    const isEmpty =
      this.#settled.length === 0 && this.#pcm.length > (this.#rules.longest + KEPT_SECONDS) * SAMPLE_RATE;
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

  /** The text behind the settled words, which the decoder continues. */
  async #continue(cancellation: CancellationPoint, room: LiveRoom): Promise<LiveRun> {
    const { detected, words } = await continueText(
      this.#shortened,
      this.#levelled,
      {
        language: this.#language,
        among: this.#options,
        forced: this.#settled.flatMap(({ tokens }) => tokens),
        beam: room === 'much' ? this.#beam : undefined,
      },
      cancellation,
    );
    const duration = this.#pcm.length / SAMPLE_RATE;
    if (detected && duration >= TELLING_SECONDS && detected.confidence >= TELLING_CONFIDENCE)
      this.#language = detected;
    return {
      detected: detected ?? this.#likeliest,
      words: words.map((one) => ({
        ...one,
        word: this.#inSession(one.word),
        attended: one.attended + this.#start,
        attendedUntil: one.attendedUntil + this.#start,
      })),
    };
  }

  /**
   * The text behind the settled words, as that of a recording: without long silence before it, the decoder is not given them, and tries
   * again where its text is a guess or a loop. Where there is room, the likelier of that text and the one of the whole window counts.
   *
   * @throws WholeWindowWanted if that is to be later
   */
  async #complete(cancellation: CancellationPoint, room: LiveRoom, wholeLater = false): Promise<LiveRun> {
    const { prompt = '' } = this.#options;
    const levelled = this.#levelled;
    const skipped = leadSilence(levelled);
    const pcm = levelled.subarray(skipped);
    const from = this.#start + skipped / SAMPLE_RATE;
    const language = this.#isTelling ? null : this.#language;
    const options = { language, among: this.#options, prompt, seed: 0, beam: this.#beam, wholeLater };
    const isBrief = pcm.length <= BRIEF_SECONDS * SAMPLE_RATE;
    const parts = room === 'much' || (room === 'some' && isBrief) ? this.#parts : this.#shortened;
    const text = await recogniseTerms(parts, { pcm }, { options, terms: this.#terms }, cancellation);
    const written = text && !isNoise(text.words, pcm.length) ? text.words : [];
    const words = await Promise.all(
      written.map(async (word) => ({
        word: { ...word, start: word.start + from, end: word.end + from },
        tokens: await this.#parts.encodeText(word.word),
        attended: from + word.start,
        attendedUntil: from + word.end,
      })),
    );
    return { detected: text?.detected ?? this.#likeliest, words: wordsBehind(this.#settled, words) };
  }

  #inSession(word: RecognisedWord): RecognisedWord {
    return { ...word, start: word.start + this.#start, end: word.end + this.#start };
  }
}
