import type { RecognisedWord } from './asr-engine.ts';
import type { LiveText, LiveWords } from './live-recogniser.ts';
import { mayGoOnSpelling } from './whisper/words/group-words.ts';
import { joinSpelled } from './whisper/words/join-spelled.ts';

interface UtteranceLimits {
  /** Seconds of silence after which an utterance ends. */
  endpointing: number;
  /** Seconds after which an utterance is divided. */
  longestUtterance: number;
}

/** Makes numbered utterances of the words of one channel. */
export class LiveUtterances {
  readonly #limits: UtteranceLimits;
  readonly #onText: (text: LiveText) => void;
  #number: number;
  #settled: RecognisedWord[] = [];
  #last: LiveWords | null = null;
  /** What was reported last, to report changes alone. */
  #reported = '';
  #start: number | null = null;
  #speechEnd: number | null = null;
  #settledUntil = 0;
  /** Pauses behind which the next utterance begins, once a word behind them is settled; seconds of the session. */
  #breaks: number[] = [];

  constructor(limits: UtteranceLimits, firstNumber: number, onText: (text: LiveText) => void) {
    this.#limits = limits;
    this.#number = firstNumber;
    this.#onText = onText;
  }

  /** Second of the session up to which the current speech is settled. */
  get settledUntil(): number {
    return this.#settledUntil;
  }

  /** Speech begins: it belongs to the utterance before it, if that has not ended. */
  begin(time: number): void {
    this.#start ??= time;
    this.#speechEnd = null;
    this.#settledUntil = time;
  }

  /** @param until second of the session up to which speech was recognised */
  add(words: LiveWords, until: number): void {
    this.#last = words;
    for (const word of words.settled) {
      const middle = (word.start + word.end) / 2;
      if (this.#breaks.some((time) => time < middle)) {
        this.#breaks = this.#breaks.filter((time) => time >= middle);
        this.#end();
        this.#start = word.start;
      }
      this.#settled.push(word);
    }
    this.#settledUntil = words.settled.at(-1)?.end ?? this.#settledUntil;
    // It ends in the pause that follows, if there is one.
    const end = this.#breaks[0] ?? until;
    const isLong = end - (this.#start ?? end) >= this.#limits.longestUtterance;
    if (!isLong || this.#settled.length === 0) {
      this.#say(words.unsettled, false);
      return;
    }
    this.#end();
    this.#start = words.unsettled[0]?.start ?? this.#settledUntil;
    this.#say(words.unsettled, false);
  }

  /** The speech has ended, and all of it is settled. */
  end(time: number): void {
    this.#speechEnd = time;
    this.#settledUntil = time;
  }

  /** Speech went on after a silence: the words before it are not settled yet, but an utterance may end there. */
  goOn(quietFrom: number, start: number): void {
    if (start - quietFrom >= this.#limits.endpointing) this.#breaks.push((quietFrom + start) / 2);
  }

  /** There is no speech up to this second. */
  silence(until: number): void {
    if (this.#speechEnd !== null && until - this.#speechEnd >= this.#limits.endpointing) this.finish();
  }

  /** Ends the utterance. */
  finish(): void {
    this.#end();
    this.#breaks = [];
    this.#start = null;
    this.#speechEnd = null;
    this.#reported = '';
  }

  #end(): void {
    if (this.#settled.length === 0) return;
    this.#say([], true);
    this.#number++;
    this.#settled = [];
    this.#reported = '';
  }

  #say(unsettled: RecognisedWord[], isFinal: boolean): void {
    const reported = JSON.stringify([this.#settled.length, unsettled.map(({ word }) => word), isFinal]);
    const isEmpty = this.#settled.length + unsettled.length === 0;
    if (reported === this.#reported || !this.#last || (isEmpty && this.#reported === '')) return;
    this.#reported = reported;
    const { language, languageConfidence } = this.#last;
    const settled = joinSpelled(this.#settled, language);
    // A settled word never changes: one that is being spelled is settled with its last letter.
    const spelled = settled.splice(
      isFinal || !mayGoOnSpelling(settled.at(-1)?.word ?? '') ? settled.length : -1,
    );
    this.#onText({
      utterance: this.#number,
      language,
      languageConfidence,
      settled,
      unsettled: joinSpelled([...spelled, ...unsettled], language),
      isFinal,
    });
  }
}
