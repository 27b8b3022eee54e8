import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import type { LiveRecogniserOptions } from '../live-recogniser.ts';
import type { ContinuedWord } from './continue-text.ts';
import type { DetectedLanguage } from './languages/detect-language.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';

/** When words are settled, and how much sound is recognised together; seconds. */
export interface LiveWhisperRules {
  /** A word that attends to less sound than this before the end may still change (AlignAtt); infinite to settle at the end of the speech. */
  unsure: number;
  /** Words that end so long before the end are settled, whatever they attend to, so that the sound can be cut. */
  settling: number;
  /** Sound that is recognised together: more costs time, less loses context. */
  longest: number;
  /** A pause up to this remains in that sound. */
  pause: number;
  /** Silence that ends the speech: words before a shorter pause are settled with the sound behind it. */
  patience: number;
}

/** Chosen on the development corpus (docs/journal.md). */
export const LIVE_WHISPER_RULES: LiveWhisperRules = {
  unsure: 1.6,
  settling: 5,
  longest: 10,
  pause: 1,
  patience: 0.7,
};

/** A settled word whose sound is still there. */
export interface SettledWord {
  word: string;
  tokens: readonly number[];
  /** Seconds of the session. */
  end: number;
  /** The place that its first token attended to, seconds of the session. */
  attended: number;
}

/** The result of one run over the sound, behind its settled words; seconds of the session. */
export interface LiveRun {
  detected: DetectedLanguage;
  words: ContinuedWord[];
}

/**
 * In sound as short as this, words of less probability are what a model writes of a hum or another noise: 0.14. Of ten digits and words so short,
 * none had less than 0.35.
 */
export const NOISE_SECONDS = 0.5;
export const LEAST_PROBABILITY = 0.25;

export function isNoise(words: readonly RecognisedWord[], samples: number): boolean {
  const sum = words.reduce((all, { confidence }) => all + confidence, 0);
  return samples < NOISE_SECONDS * SAMPLE_RATE && sum < LEAST_PROBABILITY * words.length;
}

export function givenLanguage(
  { model: { config } }: LoadedWhisper,
  { language, languages }: LiveRecogniserOptions,
): DetectedLanguage | null {
  const given =
    config.languages.size === 0 ? 'en' : (language ?? (languages.length === 1 ? languages[0] : null));
  return given ? { language: given, confidence: 1 } : null;
}
