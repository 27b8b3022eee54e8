import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';

/**
 * Which language each window is transcribed in (specification §2.6): the given one; otherwise, with code switching,
 * the one detected for each utterance; otherwise the one detected in the file's first speech.
 */
export class LanguageChoice {
  readonly codeSwitching: boolean;
  readonly #languages: readonly string[];
  #kept: string | null;

  /**
   * @param switches whether stretches in another language are transcribed in it; otherwise they are told
   */
  constructor(
    request: RequestParams,
    private readonly switches = false,
  ) {
    const { languages, code_switching } = request.language_config;
    this.#languages = languages;
    this.#kept = languages.length === 1 ? (languages[0] ?? null) : null;
    // stt-3 cannot switch (§2.5), and a single given language leaves nothing to detect.
    this.codeSwitching = code_switching && this.#kept === null && request.model !== 'stt-3';
  }

  options(): TranscribeOptions {
    return {
      language: this.#kept,
      languages: this.#languages,
      codeSwitching: this.codeSwitching,
      // With code switching each utterance has its own language anyway.
      otherLanguages: this.codeSwitching ? undefined : this.switches ? 'switch' : 'tell',
    };
  }

  /** True until something was heard, if the first speech's language applies to the rest. */
  get isOpen(): boolean {
    return !this.codeSwitching && this.#kept === null;
  }

  /**
   * Stores the language of the first speech. Also called for finished windows, so that a resumed job keeps the same
   * language.
   */
  heard(transcript: WindowTranscript): void {
    if (this.codeSwitching || this.#kept !== null) return;
    const telling = transcript.segments.find((one) => one.words.length > 0 && one.languageConfidence > 0);
    this.#kept = telling?.language ?? null;
  }
}
