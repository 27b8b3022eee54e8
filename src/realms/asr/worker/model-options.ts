import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { configureOnnxRuntime, fetchOnnxBuild, onnxBuildFor } from '../../../models/device/configure-onnx.ts';
import { decoderDevice } from '../../../models/device/decoder-device.ts';
import type { AsrModel, WhisperModel } from '../../../models/manifest/manifest.ts';
import { openModelFile } from '../../../models/store/model-files.ts';

/** How any speech model is loaded on its chosen device. */
export async function modelOptions(model: AsrModel, { device, threads }: DeviceChoice) {
  const build = onnxBuildFor(device);
  await fetchOnnxBuild(build);
  return {
    files: (path: string) => openModelFile(model.id, path),
    device,
    configureRuntime: (env: Parameters<typeof configureOnnxRuntime>[0]) =>
      configureOnnxRuntime(env, threads, build),
  };
}

/** Further options of a Whisper model. @throws AppError `internal` if the model does not say how it runs there */
export function whisperOptions(model: WhisperModel, { device, filesOf }: DeviceChoice) {
  const dtype = model.dtype[filesOf];
  if (!dtype)
    throw new AppError('internal', msg`The model ${model.id} does not say how it runs on ${filesOf}.`);
  return { dtype, decoderDevice: decoderDevice(device, dtype) };
}
