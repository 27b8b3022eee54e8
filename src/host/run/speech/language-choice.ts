import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { ChineseScript } from '../../../contract/transcripts/chinese-script.ts';
import type { TranscribeOptions, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { JobRecord } from '../../../storage/database/records.ts';

/** The probabilities of a language in the windows so far must reach this together before it applies to the rest. */
const SURE = 0.7;

/** Below this, a detected language is wrong more often than right. */
export const SURE_OF_LANGUAGE = 0.5;

/** How languages are written, besides those of the request. */
export interface LanguageWriting {
  /** Whether stretches in another language are transcribed in it; otherwise they are reported. */
  switchLanguages?: boolean;
  /** Simplified if absent. */
  chineseScript?: ChineseScript | undefined;
  likely?: readonly string[] | undefined;
}

/** How its job says that languages are written; those that its person speaks are favoured. */
export const writingOf = (
  job: Pick<JobRecord, 'switch_languages' | 'chinese_script' | 'spoken_languages'>,
): LanguageWriting => ({
  switchLanguages: job.switch_languages ?? false,
  chineseScript: job.chinese_script,
  likely: job.spoken_languages,
});

/**
 * Which language each window is transcribed in (specification §2.6): the given one; with code switching the one detected for each
 * utterance; otherwise the one detected in the file's first speech, or in as much of it as makes one language sure.
 */
export class LanguageChoice {
  readonly codeSwitching: boolean;
  readonly #languages: readonly string[];
  #kept: string | null;
  /** Sums of the probabilities in the windows so far, by language. */
  readonly #likely = new Map<string, number>();

  constructor(
    request: RequestParams,
    private readonly writing: LanguageWriting = {},
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
      likely: this.writing.likely,
      codeSwitching: this.codeSwitching,
      // With code switching each utterance has its own language anyway.
      otherLanguages: this.codeSwitching ? undefined : this.writing.switchLanguages ? 'switch' : 'tell',
      chineseScript: this.writing.chineseScript,
    };
  }

  /** True until one language is sure, if the first speech's language applies to the rest. */
  get isOpen(): boolean {
    return !this.codeSwitching && this.#kept === null;
  }

  /** Whether a window was written in another language than the one that is sure by now, and was not sure of it. */
  isDoubtful({ segments }: WindowTranscript): boolean {
    const kept = this.#kept;
    return segments.some(
      ({ language, languageConfidence }) =>
        kept !== null && language !== kept && languageConfidence > 0 && languageConfidence < SURE_OF_LANGUAGE,
    );
  }

  /** Stores the language of the first speech, also of finished windows; while it is unsure, the next are asked, too. */
  recognised(transcript: WindowTranscript): void {
    if (this.codeSwitching || this.#kept !== null) return;
    const telling = transcript.segments.find((one) => one.words.length > 0 && one.languageConfidence > 0);
    if (!telling) return;
    const { language, languageConfidence } = telling;
    const likely = (this.#likely.get(language) ?? 0) + languageConfidence;
    this.#likely.set(language, likely);
    if (likely >= SURE) this.#kept = language;
  }
}
