import type { TranscribeOptions, WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';

/**
 * Where the test server has the miniature with its weights as 32-bit floats, which are too large for the project: beside it,
 * where they are there.
 */
export const EXACT_FILES = new URL('../../../../shared/models/mini/mini-whisper', import.meta.url).pathname;

export interface WhisperRequest {
  /**
   * `software webgpu`: the exact files of the miniature, on the device that the app chooses where a test allows that; `… beside wasm`: those
   * of bytes, with the encoder unpacked there, and the decoder on the CPU.
   */
  device: 'software webgpu' | 'software webgpu beside wasm' | 'wasm';
  /** Whether the encoder takes the window's own length: the 30 s of a whole one take the software adapter a minute. */
  isShortened?: boolean;
  window: SpeechWindow;
  options: TranscribeOptions;
}

export interface WhisperAnswer {
  transcript: WindowTranscript;
  /** Progress of loading. */
  fractions: number[];
  /** URLs of everything the worker fetched. */
  requests: string[];
  /** Where the encoder's output was for the decoder. */
  encodedOn: string | null;
}
