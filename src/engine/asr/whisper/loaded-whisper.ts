import type { WhisperModel } from './whisper-model.ts';
import type { TokenText } from './words/token-text.ts';

/** A log-mel spectrogram, 1 × `mels` × 3,000 frames, or fewer for a shortened encoder. */
export interface MelFeatures {
  data: Float32Array;
  dims: readonly number[];
}

/** The loaded parts of a Whisper model. */
export interface LoadedWhisper {
  model: WhisperModel;
  text: TokenText;
  /** Tokens of a text, without special ones. The tokenizer is read at the first call: most recordings do without. */
  encodeText: (text: string) => Promise<number[]>;
  /**
   * @param pcm mono, 16 kHz, at most 30 s
   * @param seconds how much the features cover, with silence after the audio; 30 if absent
   */
  extractFeatures: (pcm: Float32Array, seconds?: number) => MelFeatures;
  /**
   * Whether the encoder reads less than 30 s; `always`: however long the audio is, and whatever the text, for live text must not wait
   * for a second recognition; `never`: it was not trained for it; `impossible`: it does not take it, which may turn out later.
   */
  shortAudio: 'encoded' | 'always' | 'never' | 'impossible';
  /** Whether each step copies the decoder's cache into the runtime's memory, although it could remain there. */
  copiesCache: boolean;
  /** Whether cross attention is collected step by step or in one more pass over the finished text. */
  attentionOnTheWay: boolean;
}
