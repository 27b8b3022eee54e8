import type { AsrEngine } from '../../src/engine/asr/asr-engine.ts';
import type { LanguageFinder } from '../../src/engine/asr/languages/language-finder.ts';
import { loadTransducer } from '../../src/engine/asr/transducer/load-transducer.ts';
import type { RuntimeEnv } from '../../src/engine/asr/whisper/load-whisper.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { filesIn } from '../miniatures/node-runtime.ts';

export const ENGLISH_ZIPFORMER = new URL(
  '../../../shared/models/zipformer-gigaspeech-3.3m/',
  import.meta.url,
);

const onOneThread = (env: RuntimeEnv) => {
  env.wasm.numThreads = 1;
};

/** The small English recogniser from its real weights, on one thread. */
export async function loadEnglishZipformer(
  finder?: LanguageFinder,
  configureRuntime: (env: RuntimeEnv) => void = onOneThread,
): Promise<AsrEngine> {
  const model = findModel('zipformer-gigaspeech-3.3m');
  if (model?.engine !== 'transducer') throw new Error('The manifest does not know the English zipformer.');
  return loadTransducer({
    model,
    files: filesIn(ENGLISH_ZIPFORMER),
    device: 'wasm',
    finder,
    configureRuntime,
  });
}
