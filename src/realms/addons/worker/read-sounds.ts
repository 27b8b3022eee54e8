import { findSoundsIn } from '../../../engine/sound-events/find-sounds.ts';
import type { FoundSound } from '../../../engine/sound-events/found-sound.ts';
import { loadSileroVad } from '../../../engine/vad/load-silero-vad.ts';
import { keepPieces } from '../../../lib/bytes/byte-source.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { loadSoundModel } from '../../every-worker/worker/load-sound-model.ts';
import type { LentRecording } from '../shared/api.ts';

/**
 * Finds the sounds in the page's recording.
 *
 * @param onProgress receives the share that is done, 0 to 1
 */
export async function readSounds(
  recording: LentRecording,
  onProgress: (fraction: number) => void,
): Promise<FoundSound[]> {
  const described = await recording.describe();
  if (!described) throw new AppError('unprocessable_audio', msg`Sounds are found in recordings only.`);
  const { size, span } = described;
  const model = await loadSoundModel();
  try {
    return await findSoundsIn(keepPieces({ size, read: (start, end) => recording.read(start, end) }), {
      model,
      span,
      onProgress,
      loadVad: () => loadSileroVad(configureOnnxRuntime),
      decodeFile: (file, shape) => recording.decodeFile(file, shape),
    });
  } finally {
    await model.dispose();
  }
}
