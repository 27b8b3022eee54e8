import { namingShortage } from '../../../engine/onnx/naming-shortage.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { GPU_IS_SLOW, SlowGpuError } from '../../../models/device/judge-gpu.ts';

interface Disposable {
  dispose(): Promise<void>;
}

/** Where a model can run, and how it is loaded there. */
export interface DeviceLoader<Model extends Disposable> {
  /** The model's title, for messages. */
  title: string;
  /**
   * @param withoutGpu why the GPU cannot be used
   * @throws AppError `model_missing` if the model runs nowhere, or nowhere else
   */
  choose(withoutGpu?: Message): Promise<DeviceChoice>;
  /**
   * @param evenIfSlow whether a GPU is taken that is hardly faster than the CPU
   * @throws SlowGpuError otherwise, for such a GPU, if that was found out
   */
  load(choice: DeviceChoice, evenIfSlow?: boolean): Promise<Model>;
}

/** How to evaluate the result of a run. */
export interface Judgement<Result> {
  /** False for what only a faulty GPU produces, such as blank or looping text. */
  isSane: (result: Result) => boolean;
  /** True for a result that is kept, sane or not, if the model runs nowhere else. By default none is. */
  isBetterThanNothing?: (result: Result) => boolean;
  /** An abort is not the device's fault. */
  signal?: AbortSignal | undefined;
}

/**
 * A model on the best device. Falls back permanently from the GPU to WASM if the GPU is slow, cannot load it, fails during a
 * run or produces nonsense. An AppError applies to any device and causes no fallback.
 */
export class GpuFallback<Model extends Disposable> {
  /** While it moves to another device. */
  #moving: Promise<void> | null = null;

  private constructor(
    private readonly loader: DeviceLoader<Model>,
    private running: { model: Model; choice: DeviceChoice },
  ) {}

  static async load<Model extends Disposable>(loader: DeviceLoader<Model>): Promise<GpuFallback<Model>> {
    const choice = await loader.choose();
    try {
      return new GpuFallback(loader, { choice, model: await loadOn(loader, choice) });
    } catch (error) {
      if (choice.device !== 'webgpu' || error instanceof AppError) throw error;
      const isSlow = error instanceof SlowGpuError;
      if (!isSlow) console.error(error);
      const why = isSlow ? GPU_IS_SLOW : msg`the GPU could not load it`;
      const other = await loader.choose(why).catch((fault: unknown) => {
        if (isSlow) return null;
        throw fault;
      });
      // A slow GPU is better than nothing.
      if (!other) return new GpuFallback(loader, { choice, model: await loader.load(choice, true) });
      return new GpuFallback(loader, { choice: other, model: await loadOn(loader, other) });
    }
  }

  /** The model on its current device. */
  get model(): Model {
    return this.running.model;
  }

  /** The current device, and why. */
  get choice(): DeviceChoice {
    return this.running.choice;
  }

  /** Several may run at a time: what the GPU fails at while another moves the model goes on with the moved one. */
  async run<Result>(work: (model: Model) => Promise<Result>, judgement: Judgement<Result>): Promise<Result> {
    await this.#moving;
    const { model } = this;
    if (this.choice.device !== 'webgpu') return work(model);
    const ran = await work(model).then(
      (result) => ({ result }),
      (error: unknown) => {
        judgement.signal?.throwIfAborted();
        if (error instanceof AppError) throw error;
        console.error(error);
        return null;
      },
    );
    if (ran && judgement.isSane(ran.result)) return ran.result;
    await this.#moving;
    if (this.model !== model) return work(this.model);
    const why = ran ? msg`the GPU produced blank or looping text` : msg`the GPU failed`;
    const other = await this.loader.choose(why).catch((error: unknown) => {
      if (ran && judgement.isBetterThanNothing?.(ran.result)) return null;
      throw error;
    });
    if (!other) return ran ? ran.result : work(this.model);
    if (this.model === model) {
      this.#moving ??= this.#moveTo(other).finally(() => {
        this.#moving = null;
      });
      await this.#moving;
    }
    return work(this.model);
  }

  dispose(): Promise<void> {
    return this.model.dispose();
  }

  /** The model is never in memory twice, because it may need most of it. */
  async #moveTo(choice: DeviceChoice): Promise<void> {
    // A lost device may not be able to release its memory.
    await this.model.dispose().catch((error: unknown) => console.error(error));
    this.running = { choice, model: await loadOn(this.loader, choice) };
  }
}

/** What a GPU has no room for may fit into the memory of the CPU. */
const loadOn = <Model extends Disposable>(
  loader: DeviceLoader<Model>,
  choice: DeviceChoice,
): Promise<Model> =>
  choice.device === 'webgpu' ? loader.load(choice) : namingShortage(loader.title, () => loader.load(choice));
