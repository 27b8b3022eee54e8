import type { AsrEngine } from '../../src/engine/asr/asr-engine.ts';
import type { LanguageFinder } from '../../src/engine/asr/language-finder.ts';
import { loadTransducer } from '../../src/engine/asr/transducer/load-transducer.ts';
import { findModel } from '../../src/models/catalogue.ts';
import { filesIn } from '../miniatures/node-runtime.ts';

export const ENGLISH_ZIPFORMER = new URL(
  '../../../shared/models/zipformer-gigaspeech-3.3m/',
  import.meta.url,
);

/** The small English recogniser from its real weights, on one thread. */
export async function loadEnglishZipformer(finder?: LanguageFinder): Promise<AsrEngine> {
  const model = findModel('zipformer-gigaspeech-3.3m');
  if (model?.engine !== 'transducer') throw new Error('The manifest does not know the English zipformer.');
  return loadTransducer({
    model,
    files: filesIn(ENGLISH_ZIPFORMER),
    device: 'wasm',
    finder,
    configureRuntime: (env) => {
      env.wasm.numThreads = 1;
    },
  });
}
