import type { AsrEngine, TranscribeOptions, WindowTranscript } from '../../src/engine/asr/asr-engine.ts';
import { loadTransducer } from '../../src/engine/asr/transducer/load-transducer.ts';
import { loadWhisper } from '../../src/engine/asr/whisper/load-whisper.ts';
import { isSane } from '../../src/engine/asr/whisper/sanity.ts';
import type { SpeechWindow } from '../../src/engine/audio/speech-window.ts';
import { AppError } from '../../src/lib/errors.ts';
import { chooseDevice, type DeviceChoice, detectCapabilities } from '../../src/models/capabilities.ts';
import { findModel } from '../../src/models/catalogue.ts';
import type { ManifestModel } from '../../src/models/manifest.ts';
import { openModelFile } from '../../src/models/model-files.ts';
import type { InferenceWorkerApi, LoadedAsr } from '../../src/rpc/inference-worker-api.ts';

interface Loaded {
  model: ManifestModel;
  engine: AsrEngine;
  choice: DeviceChoice;
}

/** Holds the one ASR model that is loaded, and runs one window at a time on it. */
export class InferenceSession implements InferenceWorkerApi {
  #loaded: Loaded | null = null;
  #running: AbortController | null = null;

  async loadAsr(modelId: string, onProgress: (fraction: number) => void): Promise<LoadedAsr> {
    if (this.#loaded?.model.id !== modelId) {
      await this.unload();
      const model = findModel(modelId);
      const choice = chooseDevice(model, await detectCapabilities());
      this.#loaded = await load(model, choice, onProgress);
    }
    return this.loaded();
  }

  async loaded(): Promise<LoadedAsr> {
    const { model, choice } = this.#required();
    return { modelId: model.id, engine: model.engine, ...choice };
  }

  async transcribe(window: SpeechWindow, options: TranscribeOptions): Promise<WindowTranscript> {
    this.#running = new AbortController();
    const { signal } = this.#running;
    try {
      const transcript = await this.#required().engine.transcribe(window, options, signal);
      if (this.#required().choice.device !== 'webgpu' || isSane(transcript, window)) return transcript;
      await this.#fallBackToWasm('the GPU gave blank or looping text');
      return await this.#required().engine.transcribe(window, options, signal);
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

  async #fallBackToWasm(why: string): Promise<void> {
    const { model } = this.#required();
    await this.unload();
    const capabilities = await detectCapabilities();
    const choice = chooseDevice(model, { ...capabilities, webgpu: { supported: false, reason: why } });
    this.#loaded = await load(model, choice, () => undefined);
  }

  #required(): Loaded {
    if (!this.#loaded) throw new AppError('internal', 'No speech model is loaded.');
    return this.#loaded;
  }
}

async function load(
  model: ManifestModel,
  choice: DeviceChoice,
  onProgress: (fraction: number) => void,
): Promise<Loaded> {
  const files = (path: string) => openModelFile(model.id, path);
  const { device } = choice;
  switch (model.engine) {
    case 'whisper': {
      const dtype = model.dtype[device];
      if (!dtype)
        throw new AppError('internal', `The model ${model.id} does not say how it runs on ${device}.`);
      return { model, choice, engine: await loadWhisper({ files, dtype, device, onProgress }) };
    }
    case 'transducer':
      return { model, choice, engine: await loadTransducer({ model, files, device, onProgress }) };
    default:
      throw new AppError('internal', `The model ${model.id} is not a speech recogniser.`);
  }
}
