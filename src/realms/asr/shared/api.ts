import type { OnText, TranscribeOptions, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { Message } from '../../../lib/errors/msg.ts';
import type { Device } from '../../../models/device/capabilities.ts';

/** What runs, and why there: recorded in `post_session_metadata`. */
export interface LoadedAsr {
  modelId: string;
  engine: 'whisper' | 'transducer';
  device: Device;
  /** WASM threads of what runs on the CPU. */
  threads: number;
  /** Reason for the device, for people. */
  reason: Message;
  /** The model is the user's own, which nobody has checked. */
  own: boolean;
  /** Windows that it takes at a time; null until the first one has shown it. */
  windows: number | null;
}

/** An ASR worker's interface for the page. Errors arrive as AppError. */
export interface AsrWorkerApi {
  /** Starts what any model on the CPU needs, where there is no GPU. */
  prepare(): Promise<void>;
  /** Loads one ASR model, or two that vote; free if they are already loaded. Replaces other models. */
  loadAsr(
    modelIds: readonly string[],
    /** Number of CPU cores this worker may use. */
    cores: number,
    onProgress: (fraction: number) => void,
    /** Why the GPU cannot be used, if it cannot. */
    withoutGpu?: Message,
  ): Promise<LoadedAsr[]>;
  /** Transcribes one window with the loaded models; its PCM is transferred. `onText` is called a few times a second. */
  transcribe(window: SpeechWindow, options: TranscribeOptions, onText?: OnText): Promise<WindowTranscript>;
  /** What is loaded, in the order requested. A device can change after its output proved unusable. */
  loaded(): Promise<LoadedAsr[]>;
  /** Cancels what is transcribed at the next decoder step; it rejects as cancelled. */
  abort(): Promise<void>;
  /** Releases what is loaded. */
  unload(): Promise<void>;
}
