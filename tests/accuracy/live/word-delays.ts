import type { RecognisedWord } from '../../../src/engine/asr/asr-engine.ts';
import type { LiveText } from '../../../src/engine/asr/live-recogniser.ts';

export interface Delay {
  /** Second of the session at which the word ends. */
  at: number;
  seconds: number;
}

/** How long after the end of each word its text comes, and its settled text. */
export class WordDelays {
  readonly first: Delay[] = [];
  readonly settled: Delay[] = [];
  /** From the last word before a pause to the text in which it is settled. */
  readonly afterSpeech: number[] = [];
  #seen: { text: string; now: number }[] = [];
  #isSettled = 0;

  /** @param now second at which the text comes */
  take({ settled, unsettled, isFinal }: LiveText, now: number): void {
    for (const [index, { word }] of [...settled, ...unsettled].entries()) {
      const text = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      if (this.#seen[index]?.text !== text) this.#seen[index] = { text, now };
    }
    for (const [index, word] of settled.entries()) {
      if (index < this.#isSettled) continue;
      this.first.push({ at: word.end, seconds: (this.#seen[index]?.now ?? now) - word.end });
      this.settled.push({ at: word.end, seconds: now - word.end });
    }
    const last: RecognisedWord | undefined = settled.at(-1);
    if (unsettled.length === 0 && last && settled.length > this.#isSettled)
      this.afterSpeech.push(now - last.end);
    this.#isSettled = isFinal ? 0 : settled.length;
    if (isFinal) this.#seen = [];
  }
}
