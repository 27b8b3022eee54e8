import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadMarian } from '../../../src/language/marian/marian-model.ts';
import { filesIn } from '../../miniatures/node-runtime.ts';
import { folderOf } from './real-pair-here.ts';

/** One of them, `en-pt` or `pt-en`. */
export function loadRealModel(pair: 'en-pt' | 'pt-en') {
  const short = pair.replace('-', '');
  const wasm = '@browsermt/bergamot-translator/worker/bergamot-translator-worker.wasm';
  return loadMarian({
    files: filesIn(folderOf(pair)),
    paths: {
      model: `model.${short}.intgemm.alphas.bin`,
      shortlist: `lex.50.50.${short}.s2t.bin`,
      vocabularies: [`vocab.${short}.spm`],
    },
    binary: async () => Uint8Array.from(await readFile(createRequire(import.meta.url).resolve(wasm))),
  });
}
