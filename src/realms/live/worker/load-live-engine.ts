import type { LiveEngine } from '../../../engine/asr/live-recogniser.ts';
import type { Message } from '../../../lib/errors/msg.ts';
import type { AsrModel } from '../../../models/manifest/manifest.ts';
import { chooseDevice } from '../../asr/worker/load-engine.ts';
import { modelOptions, whisperOptions } from '../../asr/worker/model-options.ts';

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
  const choice = await chooseDevice(model, cores, withoutGpu);
  const options = { ...(await modelOptions(model, choice)), onProgress };
  if (model.engine === 'transducer') {
    const { loadLiveTransducer } = await import('../../../engine/asr/transducer/load-transducer.ts');
    return loadLiveTransducer({ ...options, model });
  }
  const { loadLiveWhisper } = await import('../../../engine/asr/whisper/load-whisper.ts');
  return loadLiveWhisper({ ...options, ...whisperOptions(model, choice) });
}
