import type { AsrEngine } from '../../engine/asr/asr-engine.ts';
import { AppError } from '../../lib/errors.ts';
import type { DeviceChoice } from '../../models/capabilities.ts';
import { configureOnnxRuntime, onnxBuildFor } from '../../models/configure-onnx.ts';
import type { AsrModel } from '../../models/manifest.ts';
import { openModelFile } from '../../models/model-files.ts';

/** Loads the engine that the manifest names, on the chosen device; each engine's code comes only when it is used. */
export async function loadEngine(
  model: AsrModel,
  choice: DeviceChoice,
  onProgress: (fraction: number) => void,
): Promise<AsrEngine> {
  const files = (path: string) => openModelFile(model.id, path);
  const { device, filesOf } = choice;
  const configureRuntime = (env: Parameters<typeof configureOnnxRuntime>[0]) =>
    configureOnnxRuntime(env, choice.threads, onnxBuildFor(device));
  if (model.engine === 'transducer') {
    const { loadTransducer } = await import('../../engine/asr/transducer/load-transducer.ts');
    return loadTransducer({ model, files, device, configureRuntime, onProgress });
  }
  const dtype = model.dtype[filesOf];
  if (!dtype) throw new AppError('internal', `The model ${model.id} does not say how it runs on ${filesOf}.`);
  const { loadWhisper } = await import('../../engine/asr/whisper/load-whisper.ts');
  return loadWhisper({ files, dtype, device, configureRuntime, onProgress });
}
