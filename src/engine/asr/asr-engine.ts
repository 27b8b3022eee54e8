import type { Quality } from '../../contract/jobs/quality.ts';
import type { ChineseScript } from '../../contract/transcripts/chinese-script.ts';
import type { SpeechWindow } from '../audio/windows/speech-window.ts';
import type { WindowSpeakers } from '../diarization/window-speakers.ts';

/** One recognised word; times in seconds of the file. */
export interface RecognisedWord {
  /** Includes its punctuation and, if the language uses spaces, a leading space. */
  word: string;
  start: number;
  end: number;
  /** Probability, 0 to 1. */
  confidence: number;
}

/** Words in one language, in order. */
export interface RecognisedSegment {
  /** Transcription language code. */
  language: string;
  /** Confidence in the language, 0 to 1; 1 if it was given, 0 if it is unknown. */
  languageConfidence: number;
  words: RecognisedWord[];
}

/** A stretch in another language than the one that its window was transcribed in; seconds of the file. */
export interface SpokenLanguage {
  language: string;
  /** Probability, 0 to 1. */
  confidence: number;
  start: number;
  end: number;
  /** Whether the stretch was transcribed in its own language nevertheless. */
  switched: boolean;
}

/**
 * A better way that could not be used, so that the plain one ran. `whole-window`: the encoder cannot encode less than
 * 30 s; `beam-failed`: the decoder could not follow several hypotheses at a time; `no-beam`: the engine never does;
 * `copied-cache`: the decoder's cache was copied at each step.
 */
export type RecognitionFallback = 'whole-window' | 'beam-failed' | 'no-beam' | 'copied-cache';

/** Everything recognised in one window; `segments` is empty if there was no speech. Checkpoints store this. */
export interface WindowTranscript {
  index: number;
  channel: number;
  /** Seconds of the file: from the first piece's start to the last piece's end. */
  start: number;
  end: number;
  segments: RecognisedSegment[];
  /** Speech that no words were found for, in seconds of the file, in order; absent if there is none. */
  unheard?: { start: number; end: number }[] | undefined;
  /** Where another language is spoken than the one used, in seconds of the file, in order; absent if nowhere. */
  otherLanguages?: SpokenLanguage[] | undefined;
  /** Id of the other model that found the language; absent if none was needed. */
  languageFoundBy?: string | undefined;
  /** How often the model had to read the whole 30 s, because its text of less could not be trusted; absent if never. */
  heardWhole?: number | undefined;
  /** Whether the words of a second recogniser changed the text; absent if there is none. */
  changedByVote?: boolean | undefined;
  /** Absent if none was needed. */
  fallbacks?: RecognitionFallback[] | undefined;
  /** Who spoke when, if requested. */
  speakers?: WindowSpeakers | undefined;
}

/** A spelling to prefer. */
export interface HotWord {
  /** One or more words, as they should be written. */
  text: string;
  /** 0 (not at all) to 1 (strongly). */
  weight: number;
  /** How a recogniser may write it that does not have it in its vocabulary. */
  said?: readonly string[] | undefined;
}

export interface TranscribeOptions {
  /** Language to use; null to detect it. */
  language: string | null;
  /** Languages that detection may choose from; empty for all of the model. */
  languages: readonly string[];
  /** Languages that are likelier than others: those of the person. */
  likely?: readonly string[] | undefined;
  /** Detect the language of every utterance (a piece of the window) instead of once, on the first. */
  codeSwitching: boolean;
  /** Where another language is spoken, without code switching: report it, or transcribe it. Absent to look for none. */
  otherLanguages?: 'tell' | 'switch' | undefined;
  /** Script of Chinese; simplified if absent. */
  chineseScript?: ChineseScript | undefined;
  /** Defaults to `fast`. An engine that has no other way says `no-beam`. */
  quality?: Quality | undefined;
  /** Spellings to prefer, if the engine can: those of `hotWords`, only where something like them is said. */
  prompt?: string | undefined;
  /** The same, per word, for engines that weight their tokens. */
  hotWords?: readonly HotWord[] | undefined;
}

/** Receives the text of a window so far while it is written; later text can differ, and so can the window's words. */
export type OnText = (text: string) => void;

/** A loaded speech recogniser. Runs in an ASR worker. */
export interface AsrEngine {
  /** Windows that it takes at a time; null until the first one has shown it. 1 if absent. A GPU that fails takes fewer. */
  readonly windows?: number | null;
  /**
   * Transcribes one window. After an abort, throws AbortError at the next decoder step at the latest. Only engines that
   * take a noticeable time for a window's text call `onText`.
   */
  transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript>;
  /** How likely each text is in a window: natural logarithm. Absent, or of no text, if the engine cannot say. */
  score?(
    window: SpeechWindow,
    language: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<number[]>;
  dispose(): Promise<void>;
}
