import type { TokenText } from './token-text.ts';
import type { WhisperModel } from './whisper-model.ts';

/** A log-mel spectrogram, 1 × `mels` × 3,000 frames. */
export interface MelFeatures {
  data: Float32Array;
  dims: readonly number[];
}

/** The loaded parts of a Whisper model. */
export interface LoadedWhisper {
  model: WhisperModel;
  text: TokenText;
  encodeText: (text: string) => number[];
  /** @param pcm mono, 16 kHz, at most 30 s */
  extractFeatures: (pcm: Float32Array) => Promise<MelFeatures>;
  /** Whether cross attention is collected step by step or in one more pass over the finished text. */
  attentionOnTheWay: boolean;
}
