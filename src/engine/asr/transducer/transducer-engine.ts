import { AppError } from '../../../lib/errors.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../audio/speech-window.ts';
import { toFileTime } from '../../transcript/to-file-time.ts';
import type { AsrEngine, TranscribeOptions, WindowTranscript } from '../asr-engine.ts';
import { findWordEnds } from './find-word-ends.ts';
import { labelLanguages } from './label-languages.ts';
import { readableCase } from './readable-case.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';
import { wordsFromTokens } from './words-from-tokens.ts';

interface TransducerTraits {
  /** Languages the model writes. */
  languages: readonly string[];
  /** Whether the model writes case and punctuation itself. */
  punctuates: boolean;
  /** Seconds from the sound to its tokens. */
  emissionDelay: number;
  /** Mean probability of its tokens below which speech is in none of its languages; unknown if absent. */
  leastCertainty?: number | undefined;
}

/** Fewer tokens do not tell whether the language is one that the model knows. */
const TELLING_TOKENS = 10;

/** A transducer as a speech recogniser: takes a window and returns words with times, confidences and language. */
export class TransducerEngine implements AsrEngine {
  constructor(
    private readonly recogniser: Recogniser,
    private readonly traits: TransducerTraits,
  ) {}

  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    const { languages, punctuates, emissionDelay } = this.traits;
    const tokens = await this.recogniser.recognise(window.pcm, signal, options.hotWords);
    const isTold = options.language !== null || options.languages.length === 1;
    const tells = isTold || this.#knowsLanguage(tokens);
    const timed = findWordEnds(wordsFromTokens(tokens), window.pcm, emissionDelay);
    const inFile = toFileTime(timed, window.pieces);
    const words = punctuates ? inFile : readableCase(inFile);
    const last = window.pieces.at(-1);
    return {
      index: window.index,
      channel: window.channel,
      start: window.pieces[0]?.fileStart ?? 0,
      end: last ? last.fileStart + last.duration : window.pcm.length / SAMPLE_RATE,
      segments: (await labelLanguages(words, window.pieces, options, languages)).map((segment) =>
        // The next window decides.
        tells ? segment : { ...segment, languageConfidence: 0 },
      ),
      ...(options.quality === 'careful' && { fallbacks: ['no-beam'] }),
    };
  }

  /**
   * Whether the speech is in a language that the model writes: in any other it invents words, none of which it is sure
   * of.
   *
   * @returns false if there is too little to tell
   * @throws AppError 503 if it is in none
   */
  #knowsLanguage(tokens: readonly TimedToken[]): boolean {
    const { leastCertainty, languages } = this.traits;
    if (leastCertainty === undefined) return true;
    if (tokens.length < TELLING_TOKENS) return false;
    const certainty = tokens.reduce((sum, { probability }) => sum + probability, 0) / tokens.length;
    if (certainty >= leastCertainty) return true;
    const known = languages.join(', ');
    throw new AppError(
      'model_missing',
      `The recording does not seem to be in a language that the installed model for stt-3 knows (${known}). Use stt-1, or install another model for stt-3. If it is in one of these languages, name it in language_config.languages.`,
    );
  }

  async dispose(): Promise<void> {
    await this.recogniser.dispose();
  }
}
