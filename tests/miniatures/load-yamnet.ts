import { loadOnnxRuntime } from '../../src/engine/onnx/onnx-runtime.ts';
import { SoundModel } from '../../src/engine/sound-events/sound-model.ts';
import { configureNodeRuntime, filesIn } from './node-runtime.ts';

/** The model that names sounds, which is part of the app, in Node. */
export const loadYamnet = async (): Promise<SoundModel> =>
  SoundModel.load(
    await loadOnnxRuntime('wasm', configureNodeRuntime),
    filesIn(new URL('../../public/models/yamnet/', import.meta.url)),
  );
