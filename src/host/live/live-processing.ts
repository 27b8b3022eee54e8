import type { LiveContent } from '../../contract/live/live-message.ts';
import type { LiveParams } from '../../contract/live/live-request.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import { translationResult } from '../../contract/transcripts/transcription-result.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { z } from '../../lib/zod.ts';
import { AddonRunner, type RunsAddons } from '../run/addons/addon-runner.ts';
import { jobParams } from './job-params.ts';

const READINGS = ['named_entity_recognition', 'sentiment_analysis'] as const;

/** By which the add-ons' time limits are reckoned: an utterance is no longer, seconds. */
const LONGEST_SECONDS = 60;

const translations = z.tuple([translationResult]);
/** Sentiment is a list in a string, as in a job's result. */
const found = z.union([
  z.array(z.unknown()),
  z.string().transform((json) => z.array(z.unknown()).parse(JSON.parse(json))),
]);

/** Runs add-ons, and lets go of their worker at the end. */
type Addons = RunsAddons & Pick<AddonRunner, 'end'>;

/**
 * Translates each utterance that has ended, and finds its names and sentiment, as `realtime_processing` asks; in a
 * queue of its own, for which neither sound nor recognition waits.
 */
export class LiveProcessing {
  readonly #request: ReturnType<typeof jobParams>;
  readonly #send: (content: LiveContent) => void;
  readonly #ended = new AbortController();
  readonly #addons: Addons;
  readonly #readings: readonly (typeof READINGS)[number][];
  readonly #targets: readonly TranslationLanguageCode[];
  #work: Promise<void> = Promise.resolve();

  constructor(params: LiveParams, send: (content: LiveContent) => void, addons?: Addons) {
    const { translation, translation_config, ...asked } = params.realtime_processing;
    this.#request = jobParams(params);
    this.#send = send;
    this.#addons = addons ?? new AddonRunner(LONGEST_SECONDS, {}, this.#ended.signal);
    this.#readings = READINGS.filter((key) => asked[key]);
    this.#targets = translation ? [...new Set(translation_config?.target_languages)] : [];
  }

  /** @param id of the utterance's `transcript` messages */
  take(id: string, utterance: Utterance): void {
    if (this.#readings.length + this.#targets.length === 0) return;
    this.#work = this.#work
      .then(() => this.#process(id, utterance))
      .catch((error: unknown) => {
        if (!this.#ended.signal.aborted) console.error(error);
      });
  }

  /** Resolves once all results for the utterances have been sent. */
  async settled(): Promise<void> {
    await this.#work;
    this.#addons.end();
  }

  /** Abandons what waits. */
  end(): void {
    this.#ended.abort();
    this.#addons.end();
  }

  async #process(id: string, utterance: Utterance): Promise<void> {
    const about = { utterance_id: id, utterance };
    for (const target of this.#targets) await this.#translate(about, target);
    for (const key of this.#readings) {
      const outcome = await this.#run(key, utterance, this.#request);
      if ('error' in outcome) this.#send({ type: key, error: outcome.error, data: null });
      else this.#send({ type: key, error: null, data: { ...about, results: found.parse(outcome.results) } });
    }
  }

  async #translate(
    about: { utterance_id: string; utterance: Utterance },
    target_language: TranslationLanguageCode,
  ): Promise<void> {
    const { translation_config: config } = this.#request;
    const request = {
      ...this.#request,
      translation_config: config && { ...config, target_languages: [target_language] },
    };
    const outcome = await this.#run('translation', about.utterance, request);
    const [translated] = 'error' in outcome ? [] : translations.parse(outcome.results);
    const [translated_utterance] = translated?.utterances ?? [];
    const failure = 'error' in outcome ? outcome.error : translated?.error;
    if (translated_utterance && !failure) {
      const original_language = about.utterance.language;
      const data = { ...about, original_language, target_language, translated_utterance };
      this.#send({ type: 'translation', error: null, data });
    } else this.#send({ type: 'translation', error: { message: failure?.message ?? '' }, data: null });
  }

  async #run(
    key: 'translation' | (typeof READINGS)[number],
    utterance: Utterance,
    request: ReturnType<typeof jobParams>,
  ): Promise<{ results: unknown } | { error: { message: string } }> {
    this.#ended.signal.throwIfAborted();
    const transcription = {
      full_transcript: utterance.text.trim(),
      languages: [utterance.language],
      utterances: [{ ...utterance, text: utterance.text.trim() }],
    };
    const outcome = await this.#addons.run(key, (worker, signal) =>
      worker.call((api) => api.onTranscript(key, transcription, request), signal),
    );
    if (outcome.success) return { results: outcome.results.results };
    return { error: { message: outcome.error.message } };
  }
}
