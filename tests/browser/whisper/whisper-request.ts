import type { TranscribeOptions, WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../src/engine/audio/speech-window.ts';

export interface WhisperRequest {
  device: 'webgpu' | 'wasm';
  window: SpeechWindow;
  options: TranscribeOptions;
}

export interface WhisperAnswer {
  transcript: WindowTranscript;
  /** Progress of loading. */
  fractions: number[];
  /** URLs of everything the worker fetched. */
  requests: string[];
}
