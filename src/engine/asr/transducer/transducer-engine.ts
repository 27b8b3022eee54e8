import { SAMPLE_RATE, type SpeechWindow } from '../../audio/speech-window.ts';
import { toFileTime } from '../../transcript/to-file-time.ts';
import type { AsrEngine, TranscribeOptions, WindowTranscript } from '../asr-engine.ts';
import { findWordEnds } from './find-word-ends.ts';
import { labelLanguages } from './label-languages.ts';
import { readableCase } from './readable-case.ts';
import type { Recogniser } from './recogniser.ts';
import { wordsFromTokens } from './words-from-tokens.ts';

interface TransducerTraits {
  /** Languages the model writes. */
  languages: readonly string[];
  /** Whether the model writes case and punctuation itself. */
  punctuates: boolean;
  /** Seconds from the sound to its tokens. */
  emissionDelay: number;
}

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
    const timed = findWordEnds(wordsFromTokens(tokens), window.pcm, emissionDelay);
    const inFile = toFileTime(timed, window.pieces);
    const words = punctuates ? inFile : readableCase(inFile);
    const last = window.pieces.at(-1);
    return {
      index: window.index,
      channel: window.channel,
      start: window.pieces[0]?.fileStart ?? 0,
      end: last ? last.fileStart + last.duration : window.pcm.length / SAMPLE_RATE,
      segments: await labelLanguages(words, window.pieces, options, languages),
    };
  }

  async dispose(): Promise<void> {
    await this.recogniser.dispose();
  }
}
