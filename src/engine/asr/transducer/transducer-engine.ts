import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { UNKNOWN_LANGUAGE } from '../../../lib/errors/unknown-language.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../audio/windows/speech-window.ts';
import { toFileTime } from '../../transcript/to-file-time.ts';
import type { AsrEngine, RecognisedWord, TranscribeOptions, WindowTranscript } from '../asr-engine.ts';
import { type FoundLanguage, type LanguageFinder, SURE_OF_LANGUAGE } from '../languages/language-finder.ts';
import type { Recogniser, TimedToken } from './recognisers/recogniser.ts';
import type { TransducerTraits } from './transducer-traits.ts';
import { findWordEnds } from './words/find-word-ends.ts';
import { labelLanguages } from './words/label-languages.ts';
import { readableCase } from './words/readable-case.ts';
import { wordsFromTokens } from './words/words-from-tokens.ts';

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** Fewer tokens do not show whether the language is one of the model. */
const TELLING_TOKENS = 10;

/** A transducer as a speech recogniser: takes a window and returns words with times, confidences and language. */
export class TransducerEngine implements AsrEngine {
  constructor(
    private readonly recogniser: Recogniser,
    private readonly traits: TransducerTraits,
    /** Asked while the language is open; absent if nobody can be. */
    private readonly finder?: LanguageFinder | undefined,
  ) {}

  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    const { languages, punctuates, emissionDelay } = this.traits;
    const isGiven = options.language !== null || options.languages.length === 1;
    const recognise = (language?: string) =>
      this.recogniser.recognise(window.pcm, signal, options.hotWords, language);
    const isAskedFirst = this.recogniser.requiresLanguage === true && !isGiven;
    const early = isAskedFirst ? await this.#findLanguage(window, options, signal) : null;
    const language = early?.language ?? options.language ?? options.languages[0] ?? languages[0];
    const tokens = await recognise(language);
    if (isGiven) await this.finder?.release();
    // Without words nothing is invented.
    const isOpen = !isGiven && !isAskedFirst && tokens.length > 0;
    const found = isOpen ? await this.#findLanguage(window, options, signal) : early;
    const isKnown = isGiven || found !== null || this.#knowsLanguage(tokens);
    const timed = onSound(findWordEnds(wordsFromTokens(tokens), window.pcm, emissionDelay), window);
    const inFile = toFileTime(timed, window.pieces);
    const words = punctuates ? inFile : readableCase(inFile);
    const named = found ? { ...options, language: found.language } : options;
    const labelled = await labelLanguages(words, window.pieces, named, languages);
    const last = window.pieces.at(-1);
    return {
      index: window.index,
      channel: window.channel,
      start: window.pieces[0]?.fileStart ?? 0,
      end: last ? last.fileStart + last.duration : window.pcm.length / SAMPLE_RATE,
      segments: labelled.map((segment) => {
        if (found?.language === segment.language) {
          return { ...segment, languageConfidence: found.confidence };
        }
        // The next window decides.
        return isKnown ? segment : { ...segment, languageConfidence: 0 };
      }),
      ...(found && { languageFoundBy: found.by }),
      ...(options.quality === 'careful' && { fallbacks: ['no-beam'] }),
    };
  }

  /**
   * The language that the finder is sure of; null if it is not, or if it is none of those to choose from. Throws
   * AppError 503 if the model does not write it.
   */
  async #findLanguage(
    window: SpeechWindow,
    { languages: wanted, codeSwitching }: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<FoundLanguage | null> {
    // The text shows what is switched to.
    if (!this.finder || codeSwitching) return null;
    const found = await this.finder.findLanguage(window, wanted, signal);
    if (!found || found.confidence < SURE_OF_LANGUAGE) return null;
    await this.finder.release();
    const { language } = found;
    if (this.traits.languages.includes(language)) {
      return wanted.length === 0 || wanted.includes(language) ? found : null;
    }
    const name = languageNames.of(language) ?? language;
    throw this.#refusal(
      msg`The recording seems to be in ${name}, which the installed model for stt-3 does not know. It knows`,
    );
  }

  /**
   * Whether the speech is in a language that the model writes: in any other it invents words, none of which it is sure
   * of.
   *
   * @returns false if there is too little to decide
   * @throws AppError 503 if it is in none
   */
  #knowsLanguage(tokens: readonly TimedToken[]): boolean {
    const { leastCertainty } = this.traits;
    if (leastCertainty === undefined) return true;
    if (tokens.length < TELLING_TOKENS) return false;
    const certainty = tokens.reduce((sum, { probability }) => sum + probability, 0) / tokens.length;
    if (certainty >= leastCertainty) return true;
    throw this.#refusal(
      msg`The recording does not seem to be in a language that the installed model for stt-3 knows:`,
    );
  }

  #refusal(why: Message): AppError {
    const known = this.traits.languages;
    return new AppError(
      'model_missing',
      msg`${why} ${known}. Use stt-1, or install another model for stt-3. If it is in one of these languages, name it in language_config.languages.`,
      { details: [UNKNOWN_LANGUAGE] },
    );
  }

  async dispose(): Promise<void> {
    await Promise.all([this.recogniser.dispose(), this.finder?.release()]);
  }
}

/** No words if there is no sound left for any: a model that saw hum and clicks alone writes one behind them. */
const onSound = (words: RecognisedWord[], { pcm }: SpeechWindow): RecognisedWord[] =>
  words.some(({ start }) => start < pcm.length / SAMPLE_RATE) ? words : [];
