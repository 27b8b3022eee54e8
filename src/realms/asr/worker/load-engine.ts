import type { AsrEngine } from '../../../engine/asr/asr-engine.ts';
import type { LanguageFinder } from '../../../engine/asr/languages/language-finder.ts';
import { isPlausibleTranscript } from '../../../engine/asr/whisper/decoding/is-plausible-transcript.ts';
import { timeDevices } from '../../../engine/onnx/time-devices.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { judgeGpu, knownSlowGpu } from '../../../models/device/judge-gpu.ts';
import type { AsrModel } from '../../../models/manifest/manifest.ts';
import { deviceOfInstalled } from '../../../models/store/installations.ts';
import { GpuFallback } from '../../every-worker/worker/gpu-fallback.ts';
import { modelOptions, whisperOptions } from './model-options.ts';

/** The engine of an installed model. */
export interface LoadedEngine extends AsrEngine {
  model: AsrModel;
  /** Where it runs now, and why. */
  readonly choice: DeviceChoice;
}

interface LoadOptions {
  /** Number of CPU cores it may use. */
  cores: number;
  onProgress: (fraction: number) => void;
  /** Why the GPU cannot be used, if it cannot. */
  withoutGpu?: Message | undefined;
  /** Finds the language of speech for a model that cannot. */
  finder?: LanguageFinder | undefined;
}

/**
 * Loads an installed speech model on the best device; see GpuFallback.
 *
 * @throws AppError `model_missing` if no device has all its files
 */
export async function loadEngine(
  model: AsrModel,
  { cores, onProgress, withoutGpu, finder }: LoadOptions,
): Promise<LoadedEngine> {
  let report = onProgress;
  const onDevice = await GpuFallback.load({
    title: model.title,
    choose: (because) => chooseDevice(model, cores, because ?? withoutGpu),
    load: (choice, evenIfSlow) =>
      loadOn(choice, model, { onProgress: (fraction) => report(fraction), finder, evenIfSlow }),
  });
  report = () => undefined;
  return {
    model,
    get choice() {
      return onDevice.choice;
    },
    get windows() {
      return onDevice.model.windows ?? (onDevice.model.windows === null ? null : 1);
    },
    transcribe: (window, options, signal, onText) =>
      onDevice.run((engine) => engine.transcribe(window, options, signal, onText), {
        isSane: (transcript) => isPlausibleTranscript(transcript, window),
        signal,
      }),
    score: (window, language, texts, signal) =>
      onDevice.run(async (engine) => (await engine.score?.(window, language, texts, signal)) ?? [], {
        isSane: (scores) => scores.every(Number.isFinite),
        signal,
      }),
    dispose: () => onDevice.dispose(),
  };
}

/**
 * The best device that all of a model's files are installed for.
 *
 * @param withoutGpu why the GPU cannot be used, if it cannot
 * @throws AppError `model_missing` if there is none
 */
export async function chooseDevice(
  model: AsrModel,
  cores: number,
  withoutGpu: Message | undefined,
): Promise<DeviceChoice> {
  const slow = withoutGpu ? undefined : await knownSlowGpu();
  const instead = slow && (await deviceOfInstalled(model, { withoutGpu: slow, cores }));
  if (instead?.device === 'wasm') return instead;
  const choice = await deviceOfInstalled(model, { withoutGpu, cores });
  if (choice && !(withoutGpu && choice.device === 'webgpu')) return choice;
  if (withoutGpu && !model.devices.includes('wasm')) {
    throw new AppError('model_missing', msg`${model.title} runs only on a GPU, and ${withoutGpu}.`, {
      remedy: msg`Use another model.`,
    });
  }
  throw new AppError(
    'model_missing',
    withoutGpu
      ? msg`The files of ${model.title} for this device are not installed, and ${withoutGpu}.`
      : msg`The files of ${model.title} for this device are not installed.`,
    { remedy: msg`Download the model again or use a smaller one.` },
  );
}

/** Each engine's code is loaded on demand. */
async function loadOn(
  choice: DeviceChoice,
  model: AsrModel,
  {
    onProgress,
    finder,
    evenIfSlow = false,
  }: {
    onProgress: (fraction: number) => void;
    finder: LanguageFinder | undefined;
    evenIfSlow?: boolean | undefined;
  },
): Promise<AsrEngine> {
  const options = { ...(await modelOptions(model, choice)), onProgress };
  if (model.engine === 'transducer') {
    const { loadTransducer } = await import('../../../engine/asr/transducer/load-transducer.ts');
    return loadTransducer({ ...options, model, finder });
  }
  const { loadWhisper } = await import('../../../engine/asr/whisper/load-whisper.ts');
  return loadWhisper({
    ...options,
    ...whisperOptions(model, choice),
    onRuntime: async (runtime) => {
      if (choice.device === 'webgpu' && !evenIfSlow) await judgeGpu(() => timeDevices(runtime));
    },
  });
}
