import type { SpeechWindow } from '../audio/speech-window.ts';
import type { WindowSpeakers } from '../diarization/window-speakers.ts';

/** What was heard as one word; times in seconds of the file. */
export interface RecognisedWord {
  /** With its leading space where the language writes one, and its punctuation. */
  word: string;
  start: number;
  end: number;
  /** Probability, 0 to 1. */
  confidence: number;
}

/** Words in one language, in order of time. */
export interface RecognisedSegment {
  /** Transcription language code. */
  language: string;
  /** How sure the engine is of the language, 0 to 1; 1 where it was given, 0 where nothing tells it. */
  languageConfidence: number;
  words: RecognisedWord[];
}

/** All that one window said; empty `segments` where there was no speech. This is what a checkpoint stores. */
export interface WindowTranscript {
  index: number;
  channel: number;
  /** Seconds of the file: from the first piece's start to the last piece's end. */
  start: number;
  end: number;
  segments: RecognisedSegment[];
  /** Who spoke when in it, where that was asked for. */
  speakers?: WindowSpeakers | undefined;
}

export interface TranscribeOptions {
  /** Language to use; null where it is to be detected. */
  language: string | null;
  /** Languages that detection may choose from; empty means all that the model knows. */
  languages: readonly string[];
  /** Detect again for every utterance (a piece of the window), instead of once, on the first. */
  codeSwitching: boolean;
  /** Spellings to lean towards, where the engine can. */
  prompt?: string | undefined;
  /** The same, word by word, for engines that weigh their tokens; `weight` 0 (not at all) to 1 (eagerly). */
  hotWords?: readonly { text: string; weight: number }[] | undefined;
}

/** One speech recogniser, loaded. Runs in the inference worker. */
export interface AsrEngine {
  /** Transcribes one window. Throws AbortError when the signal aborts, at the next decoder step at the latest. */
  transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript>;
  dispose(): Promise<void>;
}
