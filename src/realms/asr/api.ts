import type { TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { Device } from '../../models/capabilities.ts';

/** What runs, and why it runs there: recorded in `post_session_metadata`. */
export interface LoadedAsr {
  modelId: string;
  engine: 'whisper' | 'transducer';
  device: Device;
  /** WASM threads; 1 on WebGPU. */
  threads: number;
  /** Why this device: a sentence for a person. */
  reason: string;
}

/** The inference worker as the page calls it. Errors arrive as AppError. */
export interface AsrWorkerApi {
  /** Loads an ASR model from the manifest, or two that vote; the same again cost nothing. Others replace them. */
  loadAsr(
    modelIds: readonly string[],
    /** How many of the processor's cores this worker may use. */
    cores: number,
    onProgress: (fraction: number) => void,
  ): Promise<LoadedAsr[]>;
  /** Transcribes one window with what is loaded; its PCM is transferred. */
  transcribe(window: SpeechWindow, options: TranscribeOptions): Promise<WindowTranscript>;
  /** What is loaded now, in the order asked for: a device can have changed since, when its output proved unfit. */
  loaded(): Promise<LoadedAsr[]>;
  /** Ends the running transcription at the next decoder step: it rejects as cancelled. */
  abort(): Promise<void>;
  /** Frees what is loaded. */
  unload(): Promise<void>;
}
