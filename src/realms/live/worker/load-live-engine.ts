import type { LiveEngine } from '../../../engine/asr/live-recogniser.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { configureOnnxRuntime, fetchOnnxBuild, onnxBuildFor } from '../../../models/device/configure-onnx.ts';
import { decoderDevice } from '../../../models/device/decoder-device.ts';
import type { AsrModel } from '../../../models/manifest/manifest.ts';
import { openModelFile } from '../../../models/store/model-files.ts';
import { chooseDevice } from '../../asr/worker/load-engine.ts';

/**
 * Loads an installed speech model for what is recognised while it is spoken, on the best device.
 *
 * @param cores number of CPU cores it may use
 * @param withoutGpu why the GPU cannot be used, if it cannot
 * @throws AppError `model_missing` if no device has all its files
 */
export async function loadLiveEngine(
  model: AsrModel,
  cores: number,
  onProgress: (fraction: number) => void,
  withoutGpu?: Message,
): Promise<LiveEngine> {
  const { device, filesOf, threads } = await chooseDevice(model, cores, withoutGpu);
  const build = onnxBuildFor(device);
  await fetchOnnxBuild(build);
  const files = (path: string) => openModelFile(model.id, path);
  const configureRuntime = (env: Parameters<typeof configureOnnxRuntime>[0]) =>
    configureOnnxRuntime(env, threads, build);
  if (model.engine === 'transducer') {
    const { loadLiveTransducer } = await import('../../../engine/asr/transducer/load-transducer.ts');
    return loadLiveTransducer({ model, files, device, configureRuntime, onProgress });
  }
  const dtype = model.dtype[filesOf];
  if (!dtype)
    throw new AppError('internal', msg`The model ${model.id} does not say how it runs on ${filesOf}.`);
  const { loadLiveWhisper } = await import('../../../engine/asr/whisper/load-whisper.ts');
  return loadLiveWhisper({
    files,
    dtype,
    device,
    decoderDevice: decoderDevice(device, dtype),
    configureRuntime,
    onProgress,
  });
}
