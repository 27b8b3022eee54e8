import type { Translated, Translator, TranslatorOptions } from '../../language/text/text-models.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { hasLetters, translateAround } from './fixed-spans.ts';
import { formalWords, isFormal } from './formal-words.ts';
import { withOwnNames } from './given-names.ts';
import { mentions, readContext, type TranslationContext, withoutArticle, writeTerm } from './glossary.ts';
import { lostWords } from './lost-words.ts';
import { isDoubtful, mended } from './mend-translation.ts';
import type { TranslationConfig } from './schema.ts';
import { fitsSpeech } from './speaking-time.ts';
import { sourcesOf } from './word-sources.ts';

/** Number of beams. */
const BEAMS = { base: 1, batch: 2, enhanced: 4 };
/** Number of preceding utterances read as context. */
const UTTERANCES_BEFORE = { base: 1, batch: 1, enhanced: 3 };
/** For a better length, a text may be this much less likely than the best, in mean log-probability. */
const WORST_FOR_LENGTH = 1;

export interface TranslatedText {
  text: string;
  /** For each stretch between spaces the character of the original that it comes from, null where unknown; null if no word is aligned. */
  sources: (number | null)[] | null;
  /** Whether it repeats its end, stayed in the source's language or lacks numbers or most words. */
  isDoubtful: boolean;
}

export interface LanguagePair {
  source: string;
  target: string;
}

/** Translates one language's utterances, in order, by the request's TranslationConfig (specification §2.4). */
export class UtteranceTranslator {
  readonly #translator: Translator;
  readonly #pair: LanguagePair;
  readonly #config: TranslationConfig;
  readonly #context: TranslationContext;
  /** The last utterances, as context for the next. */
  #before: Translated[] = [];
  #isTooFormal = false;
  readonly #terms = new Map<string, Promise<Translated[]>>();

  constructor(translator: Translator, pair: LanguagePair, config: TranslationConfig) {
    this.#translator = translator;
    this.#pair = pair;
    this.#config = config;
    this.#context = readContext(config.context_adaptation ? (config.context ?? '') : '');
  }

  get modelId(): string {
    return this.#translator.modelId;
  }

  get shortfall(): Message | undefined {
    const known = this.#translator.shortfall;
    if (known || !this.#translator.hasOneReading || !this.#isTooFormal) return known;
    return msg`informal has no effect with ${this.modelId}, which writes one translation only: some utterances address somebody formally.`;
  }

  close(): void {
    this.#translator.close?.();
  }

  /** Translates the next texts together, if the translator gains by it. */
  async readAhead(texts: readonly string[]): Promise<void> {
    await this.#translator.readAhead?.(texts);
  }

  /** @param seconds duration of the original; the result is never empty unless the original is */
  async translate(text: string, seconds: number): Promise<TranslatedText> {
    const options: TranslatorOptions = { before: this.#before, beams: BEAMS[this.#config.model] };
    let last: Translated | null = null;
    const choose = (part: string) => this.#choose(part, Number.POSITIVE_INFINITY, {});
    const whole = async () => {
      const made = await this.#withoutLoss(text, await this.#choose(text, seconds, options), async () =>
        this.#choose(text, seconds, { ...options, before: [] }),
      );
      last = await mended(made, text, this.#pair.source, choose);
      return last;
    };
    const translated = withOwnNames(text, await translateAround(text, whole, choose));
    this.#remember(last);
    const tidy = (await this.#writeTerms(text, translated.text)).replaceAll(/\s+/gu, ' ').trim();
    if (!hasLetters(tidy)) return { text, sources: null, isDoubtful: false };
    const sources = translated.words ? sourcesOf(tidy, translated.text, translated.words) : null;
    return { text: tidy, sources, isDoubtful: isDoubtful(text, tidy) };
  }

  #remember(last: Translated | null): void {
    if (!this.#config.context_adaptation || !last) return;
    this.#before = [...this.#before, last].slice(-UTTERANCES_BEFORE[this.#config.model]);
  }

  /** Where context cost words of the source, the translation without it, if that keeps more of them. */
  async #withoutLoss(text: string, made: Translated, again: () => Promise<Translated>): Promise<Translated> {
    const lost = this.#before.length === 0 ? 0 : lostWords(text, made.text);
    if (lost === 0) return made;
    const plain = await again();
    return lostWords(text, plain.text) < lost ? plain : made;
  }

  async #choose(text: string, seconds: number, options: TranslatorOptions): Promise<Translated> {
    const { source, target } = this.#pair;
    let allowed = options;
    let found = await this.#translator.translate(text, options);
    const formal = (one: Translated | undefined) => isFormal(text, source, one?.text ?? '', target);
    if (this.#config.informal && formal(found[0])) {
      this.#isTooFormal = true;
      allowed = { ...options, without: formalWords(target) };
      const informal = (await this.#translator.translate(text, allowed)).filter((one) => !formal(one));
      if (informal.length > 0) found = informal;
    }
    const [best = { source: text, text, score: 0, tokens: [] }] = found;
    const fits = (one: Translated) => fitsSpeech(one.text, text, seconds);
    if (!this.#config.lipsync || fits(best)) return best;
    const shorter = await this.#translator.translate(text, { ...allowed, short: true });
    const able = [...found, ...shorter]
      .filter(({ score }) => score >= best.score - WORST_FOR_LENGTH)
      .toSorted((a, b) => b.score - a.score);
    return able.find(fits) ?? shortest(able) ?? best;
  }

  async #writeTerms(text: string, translation: string): Promise<string> {
    let written = translation;
    for (const { term, wanted } of this.#context.glossary) {
      if (!mentions(text, term)) continue;
      const made = this.#terms.get(term) ?? this.#translator.translate(term);
      this.#terms.set(term, made);
      const alone = (await made)[0]?.text ?? '';
      written = writeTerm(written, wanted, [alone, withoutArticle(alone, term), term]);
    }
    return written;
  }
}

const shortest = (texts: readonly Translated[]): Translated | undefined =>
  texts.toSorted((a, b) => a.text.length - b.text.length)[0];
