import type { AsrEngine, TranscribeOptions, WindowTranscript } from '../../src/engine/asr/asr-engine.ts';
import { isSane } from '../../src/engine/asr/whisper/sanity.ts';
import type { SpeechWindow } from '../../src/engine/audio/speech-window.ts';
import { AppError } from '../../src/lib/errors.ts';
import type { DeviceChoice } from '../../src/models/capabilities.ts';
import { findAsrModel } from '../../src/models/catalogue.ts';
import { deviceOfInstalled } from '../../src/models/installations.ts';
import type { AsrModel } from '../../src/models/manifest.ts';
import type { InferenceWorkerApi, LoadedAsr } from '../../src/rpc/inference-worker-api.ts';
import { loadEngine } from './load-engine.ts';

interface Loaded {
  model: AsrModel;
  engine: AsrEngine;
  choice: DeviceChoice;
}

type OnProgress = (fraction: number) => void;

/** Holds the one ASR model that is loaded, and runs one window at a time on it. */
export class InferenceSession implements InferenceWorkerApi {
  #loaded: Loaded | null = null;
  #running: AbortController | null = null;

  async loadAsr(modelId: string, onProgress: OnProgress): Promise<LoadedAsr> {
    if (this.#loaded?.model.id !== modelId) {
      await this.unload();
      this.#loaded = await this.#load(findAsrModel(modelId), onProgress);
    }
    return this.loaded();
  }

  async loaded(): Promise<LoadedAsr> {
    const { model, choice } = this.#required();
    const { device, threads, reason } = choice;
    return { modelId: model.id, engine: model.engine, device, threads, reason };
  }

  async transcribe(window: SpeechWindow, options: TranscribeOptions): Promise<WindowTranscript> {
    this.#running = new AbortController();
    const { signal } = this.#running;
    const run = () => this.#required().engine.transcribe(window, options, signal);
    try {
      if (this.#required().choice.device !== 'webgpu') return await run();
      const transcript = await run().catch((error: unknown) => {
        signal.throwIfAborted();
        console.error(error);
        return null;
      });
      if (transcript && isSane(transcript, window)) return transcript;
      await this.#moveToWasm(
        transcript
          ? 'the graphics processor gave blank or looping text'
          : 'the graphics processor failed in the middle of a recording',
      );
      return await run();
    } finally {
      this.#running = null;
    }
  }

  async abort(): Promise<void> {
    this.#running?.abort();
  }

  async unload(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.engine.dispose();
  }

  /** Loads a model where it runs best; a graphics processor that cannot is passed over for WASM. */
  async #load(model: AsrModel, onProgress: OnProgress, withoutGpu?: string): Promise<Loaded> {
    const choice = await deviceOfInstalled(model, { withoutGpu });
    if (!choice || (withoutGpu && choice.device === 'webgpu')) {
      const why = withoutGpu ? `, and ${withoutGpu}` : '';
      throw new AppError(
        'model_missing',
        `The files of ${model.title} for this device are not installed${why}. Download the model again, or a smaller one.`,
      );
    }
    try {
      return { model, choice, engine: await loadEngine(model, choice, onProgress) };
    } catch (error) {
      if (choice.device !== 'webgpu' || error instanceof AppError) throw error;
      console.error(error);
      return this.#load(model, onProgress, 'the graphics processor could not load it');
    }
  }

  async #moveToWasm(why: string): Promise<void> {
    const { model } = this.#required();
    await this.unload();
    this.#loaded = await this.#load(model, () => undefined, why);
  }

  #required(): Loaded {
    if (!this.#loaded) throw new AppError('internal', 'No speech model is loaded.');
    return this.#loaded;
  }
}
