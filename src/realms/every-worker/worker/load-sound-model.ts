import { loadOnnxRuntime } from '../../../engine/onnx/onnx-runtime.ts';
import { SoundModel } from '../../../engine/sound-events/sound-model.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { chooseStageModel } from '../../../models/choice/choose-stage-model.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { openModelFile } from '../../../models/store/model-files.ts';

/** YAMNet. Throws AppError `model_missing`. */
export async function loadSoundModel(): Promise<SoundModel> {
  const chosen = await chooseStageModel('audio-classification', 'sound_events', 'en');
  if (!chosen) {
    throw new AppError(
      'model_missing',
      msg`Sounds are found by YAMNet, which is missing from this copy of the app.`,
    );
  }
  // One window is small: threads take longer to meet than to work.
  const runtime = await loadOnnxRuntime('wasm', (env) => configureOnnxRuntime(env, 1));
  return SoundModel.load(runtime, (path) => openModelFile(chosen.model.id, path));
}
