import { toAddonError } from '../../contract/addons/addon-envelope.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import type { TranslationResult } from '../../contract/transcripts/transcription-result.ts';
import type { TranslatedUtterance } from '../../contract/transcripts/utterance.ts';
import { findSentences } from '../../engine/transcript/find-sentences.ts';
import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { inEnglish, type Message, msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnTranscript } from '../addon.ts';
import { hasLetters } from './fixed-spans.ts';
import { openTranslator } from './open-translator.ts';
import type { TranslationConfig } from './schema.ts';
import { type TranslatedText, UtteranceTranslator } from './utterance-translator.ts';
import { alignedTimes } from './word-sources.ts';
import { wordTimes } from './word-times.ts';

/** A transcript's translations, each language once (specification §2.4 TranslationConfig, §2.8 TranslationResult). */
export const onTranscript: OnTranscript<TranslationResult[]> = async ({ utterances }, request, tools) => {
  const config = request.translation_config;
  if (!config) throw new AppError('internal', msg`translation_config is missing.`);
  const spoken = config.match_original_utterances ? utterances : wholeSentences(utterances);
  const targets = [...new Set(config.target_languages)];
  const results: TranslationResult[] = [];
  const models: Record<string, string[]> = {};
  for (const target of targets) {
    const translation = new TargetTranslation(target, config, tools);
    try {
      for (const [index, utterance] of spoken.entries()) {
        if (index % TOGETHER === 0) await translation.readAhead(spoken.slice(index, index + TOGETHER));
        await translation.add(utterance);
        tools.onProgress((results.length + (index + 1) / spoken.length) / targets.length);
      }
    } finally {
      await translation.close();
    }
    results.push(translation.result());
    models[target] = translation.models;
    for (const shortfall of translation.shortfalls) {
      await tools.note(msg`${{ languages: [target] }}: ${shortfall}`);
    }
  }
  tools.onFacts({ models });
  return results;
};

/** Utterances translated in one call of an engine that can: few enough that progress is seen. */
const TOGETHER = 16;
/** Doubtful utterances that a note names by their time. */
const MOST_NAMED = 5;

/** Hours, minutes and seconds of up to a day. */
const clockTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

/** What translates best: whole sentences, wherever the speaker paused. */
const wholeSentences = (utterances: readonly SpokenUtterance[]): SpokenUtterance[] =>
  findSentences(utterances).map(({ words, ...sentence }) => ({
    ...sentence,
    words: [...words],
    confidence:
      Math.round((words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length) * 100) / 100,
  }));

/** A transcript being translated into one language. */
class TargetTranslation {
  readonly #target: TranslationLanguageCode;
  readonly #config: TranslationConfig;
  readonly #tools: AddonTools;
  readonly #translators = new Map<string, Promise<UtteranceTranslator>>();
  readonly #utterances: TranslatedUtterance[] = [];
  /** Why utterances could not be translated, by language. */
  readonly #failures = new Map<TranslationLanguageCode, AppError>();
  readonly #models = new Set<string>();
  /** Shortfalls by their English text. */
  readonly #shortfalls = new Map<string, Message>();
  /** Starts in seconds. */
  readonly #doubtful: number[] = [];
  #translated = 0;

  constructor(target: TranslationLanguageCode, config: TranslationConfig, tools: AddonTools) {
    this.#target = target;
    this.#config = config;
    this.#tools = tools;
  }

  /** Ids of the models used, or "browser". */
  get models(): string[] {
    return [...this.#models];
  }

  /** What its translators could not do as asked. */
  get shortfalls(): Message[] {
    const doubtful = this.#doubtful;
    if (doubtful.length === 0) return [...this.#shortfalls.values()];
    const times = doubtful.slice(0, MOST_NAMED).map((seconds) => clockTime(seconds));
    const named = [...times, ...(doubtful.length > MOST_NAMED ? ['…'] : [])];
    return [
      ...this.#shortfalls.values(),
      doubtful.length === 1
        ? msg`One utterance may be translated wrongly: it repeats itself, stayed as it was or lacks numbers. It starts at ${named}.`
        : msg`${doubtful.length} utterances may be translated wrongly: they repeat themselves, stayed as they were or lack numbers. They start at ${named}.`,
    ];
  }

  /** Translates these together where an engine gains by it. What fails here fails again, and is reported, when it is added. */
  async readAhead(utterances: readonly SpokenUtterance[]): Promise<void> {
    const wanted = utterances.filter(
      ({ language, text }) => language !== this.#target && hasLetters(text) && !this.#failures.has(language),
    );
    for (const language of new Set(wanted.map((utterance) => utterance.language))) {
      const texts = wanted.filter((utterance) => utterance.language === language).map(({ text }) => text);
      try {
        await (await this.#translatorFrom(language)).readAhead(texts);
      } catch (error) {
        this.#failures.set(language, toAppError(error));
      }
    }
  }

  /** Adds the next utterance; one that cannot be translated remains in the original. */
  async add(utterance: SpokenUtterance): Promise<void> {
    const { language, text } = utterance;
    if (language === this.#target || !hasLetters(text)) {
      this.#translated += 1;
      this.#utterances.push({ ...utterance, language: this.#target });
      return;
    }
    try {
      const known = this.#failures.get(language);
      if (known) throw known;
      const translator = await this.#translatorFrom(language);
      const made = await translator.translate(text, utterance.end - utterance.start);
      this.#addTranslated(utterance, made);
      if (made.isDoubtful) this.#doubtful.push(utterance.start);
      this.#models.add(translator.modelId);
      const { shortfall } = translator;
      if (shortfall) this.#shortfalls.set(inEnglish(shortfall), shortfall);
    } catch (error) {
      this.#failures.set(language, toAppError(error));
      this.#utterances.push(utterance);
    }
  }

  /** Releases its translators. */
  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#translators.values());
    for (const one of opened) if (one.status === 'fulfilled') one.value.close();
  }

  result(): TranslationResult {
    const [failure] = this.#failures.values();
    if (failure && this.#translated === 0) {
      return {
        error: toAddonError(failure),
        full_transcript: '',
        languages: [this.#target],
        utterances: [],
      };
    }
    return {
      error: failure ? toAddonError(this.#partly(failure)) : null,
      full_transcript: this.#utterances.map(({ text }) => text).join(' '),
      languages: [this.#target, ...this.#failures.keys()],
      utterances: this.#utterances,
    };
  }

  #partly({ code, whole }: AppError): AppError {
    const left = { languages: [...this.#failures.keys()] };
    return new AppError(code, msg`Speech in ${left} was left untranslated. ${whole}`);
  }

  #addTranslated({ words: spoken, ...original }: SpokenUtterance, { text, sources }: TranslatedText): void {
    const utterance = { ...original, text, language: this.#target };
    this.#translated += 1;
    const spread = wordTimes(utterance, this.#utterances.length === 0);
    const words = sources ? alignedTimes(spread, sources, { text: original.text, words: spoken }) : spread;
    this.#utterances.push({ ...utterance, words });
  }

  #translatorFrom(source: TranslationLanguageCode): Promise<UtteranceTranslator> {
    const known = this.#translators.get(source);
    if (known) return known;
    const pair = { source, target: this.#target };
    const opening = openTranslator(pair, this.#config, this.#tools).then(
      (translator) => new UtteranceTranslator(translator, pair, this.#config),
    );
    this.#translators.set(source, opening);
    return opening;
  }
}
