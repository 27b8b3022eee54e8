import type { AsrEngine, TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import { isSane } from '../../engine/asr/whisper/sanity.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import { AppError } from '../../lib/errors.ts';
import type { DeviceChoice } from '../../models/capabilities.ts';
import { deviceOfInstalled } from '../../models/installations.ts';
import type { AsrModel } from '../../models/manifest.ts';
import { loadEngine } from './load-engine.ts';

interface Running {
  engine: AsrEngine;
  choice: DeviceChoice;
}

/**
 * A model where it runs best on this device. A graphics processor that cannot load it, fails in the middle, or gives
 * blank or looping text, is passed over for WASM.
 */
export class ResilientEngine implements AsrEngine {
  #running: Running;

  private constructor(
    readonly model: AsrModel,
    private readonly cores: number,
    running: Running,
  ) {
    this.#running = running;
  }

  /** @param cores how many of the processor's cores it may use */
  static async load(
    model: AsrModel,
    cores: number,
    onProgress: (fraction: number) => void,
  ): Promise<ResilientEngine> {
    return new ResilientEngine(model, cores, await load(model, cores, onProgress));
  }

  /** Where it runs now, and why there. */
  get choice(): DeviceChoice {
    return this.#running.choice;
  }

  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    const run = () => this.#running.engine.transcribe(window, options, signal);
    if (this.choice.device !== 'webgpu') return run();
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
    return run();
  }

  async dispose(): Promise<void> {
    await this.#running.engine.dispose();
  }

  async #moveToWasm(why: string): Promise<void> {
    await this.#running.engine.dispose();
    this.#running = await load(this.model, this.cores, () => undefined, why);
  }
}

async function load(
  model: AsrModel,
  cores: number,
  onProgress: (fraction: number) => void,
  withoutGpu?: string,
): Promise<Running> {
  const choice = await deviceOfInstalled(model, { withoutGpu, cores });
  if (!choice || (withoutGpu && choice.device === 'webgpu')) {
    const why = withoutGpu ? `, and ${withoutGpu}` : '';
    throw new AppError(
      'model_missing',
      `The files of ${model.title} for this device are not installed${why}. Download the model again, or a smaller one.`,
    );
  }
  try {
    return { choice, engine: await loadEngine(model, choice, onProgress) };
  } catch (error) {
    if (choice.device !== 'webgpu' || error instanceof AppError) throw error;
    console.error(error);
    return load(model, cores, onProgress, 'the graphics processor could not load it');
  }
}
