import type { LineTranslation } from '../../contract/realms/live-captions.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import { type LiveSentence, settledSentences } from '../../document/runs/live-sentences.ts';
import type { LiveLine } from '../../document/runs/live-transcript.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { type TranslateText, translateText } from '../api/translate-text.ts';

/** Sentences that are translated in one call: more would keep the first of them back. */
const MOST_AT_ONCE = 4;
/** How often a sentence is given to the translator: another one of its call, or a worker that ended, may have made it fail. */
const MOST_TRIES = 3;
/** A translator without an answer by then is reported, and its sentences remain without a translation. */
const ANSWER_MS = 60_000;

type Sentence = LiveSentence & {
  /** Null until it is there; empty if it could not be translated. */
  translated: string | null;
  /** How often it failed. */
  failed: number;
};

/** Settled sentences, each once and in order. They wait while the translator works; sound and recognition do not. */
export class LiveTranslation {
  readonly to: TranslationLanguageCode;
  readonly #onChange: () => void;
  readonly #translate: TranslateText;
  readonly #lines = new Map<string, { given: number; sentences: Sentence[] }>();
  readonly #waiting: Sentence[] = [];
  readonly #faults = new Map<string, AppError>();
  readonly #ended = new AbortController();
  #isHeld = false;
  #isWorking = false;

  /** @param onChange called when a line or a fault has changed */
  constructor(to: TranslationLanguageCode, onChange: () => void, translate: TranslateText = translateText) {
    this.to = to;
    this.#onChange = onChange;
    this.#translate = translate;
  }

  /** The last error of each spoken language that could not be translated since. */
  get faults(): ReadonlyMap<string, AppError> {
    return this.#faults;
  }

  /** The translation of a line; null if it was said in the target language. */
  of({ id, language }: Pick<LiveLine, 'id' | 'language'>): LineTranslation | null {
    const sentences = this.#lines.get(id)?.sentences ?? [];
    if (sentences.length === 0 && language === this.to) return null;
    return {
      language: this.to,
      text: sentences
        .map(({ translated }) => translated)
        .filter(Boolean)
        .join(' '),
      isWaiting: sentences.some(({ translated }) => translated === null),
    };
  }

  /** Takes what has settled in a session's lines since the last call. */
  take(lines: readonly LiveLine[]): void {
    if (this.#ended.signal.aborted) return;
    const before = this.#waiting.length;
    for (const line of lines) {
      const kept = this.#lines.get(line.id) ?? { given: 0, sentences: [] };
      if (line.settled.length === kept.given) continue;
      const { sentences, given } = settledSentences(line, kept.given);
      // What was said in the language itself is there already.
      const spoken = sentences
        .filter(({ language }) => language !== this.to)
        .map((sentence) => ({ ...sentence, translated: null, failed: 0 }));
      kept.sentences.push(...spoken);
      kept.given = given;
      this.#lines.set(line.id, kept);
      this.#waiting.push(...spoken);
    }
    if (this.#waiting.length > before) this.#onChange();
    void this.#work();
  }

  /** Lets sentences wait while the device is busy with recognition, which comes first. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    void this.#work();
  }

  /** Abandons what waits. */
  end(): void {
    this.#ended.abort();
    this.#waiting.length = 0;
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#next(); next.length > 0; next = this.#next()) {
      await this.#translateAll(next);
      if (this.#ended.signal.aborted) break;
      this.#onChange();
    }
    this.#isWorking = false;
  }

  /** The first of those that wait, with those after it in the same language; one that failed before comes by itself. */
  #next(): Sentence[] {
    const [first] = this.#waiting;
    if (!first || this.#isHeld || this.#ended.signal.aborted) return [];
    const others = this.#waiting.findIndex(
      ({ language, failed }, index) =>
        index > 0 && (failed + first.failed > 0 || language !== first.language),
    );
    const count = Math.min(MOST_AT_ONCE, others < 0 ? this.#waiting.length : others);
    return this.#waiting.splice(0, count);
  }

  async #translateAll(sentences: readonly Sentence[]): Promise<void> {
    const [{ language } = { language: null }] = sentences;
    if (language === null) return;
    const { signal } = this.#ended;
    try {
      const { texts } = await answeredBy(ANSWER_MS, (over) =>
        this.#translate(
          sentences.map(({ text }) => text),
          { from: language, to: this.to, signal: AbortSignal.any([signal, over]) },
        ),
      );
      sentences.forEach((sentence, index) => {
        sentence.translated = texts[index] ?? '';
      });
      this.#faults.delete(language);
    } catch (error) {
      if (signal.aborted) return;
      const fault = toAppError(error);
      for (const sentence of sentences) sentence.failed += 1;
      const isFinal = fault.code === 'model_missing' || fault.code === 'timed_out';
      const again = isFinal ? [] : sentences.filter(({ failed }) => failed < MOST_TRIES);
      this.#waiting.unshift(...again);
      if (again.length > 0) return;
      for (const sentence of sentences) sentence.translated = '';
      this.#faults.set(language, fault);
    }
  }
}

/** What the work yields; after this time it is aborted, and `timed_out` is thrown. */
async function answeredBy<Answer>(
  delayMs: number,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const over = new AbortController();
  const late = waitFor(delayMs, over.signal).then(() => {
    throw new AppError('timed_out', msg`The translator has not answered within ${delayMs / 1000} s.`);
  });
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}
