import { existsSync } from 'node:fs';
import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import type { LiveEngine } from '../../../src/engine/asr/live-recogniser.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import { configureNodeRuntime, filesIn } from '../../miniatures/node-runtime.ts';
import { ENGLISH_ZIPFORMER } from '../load-english-zipformer.ts';
import { WHISPER_BASE, whisperBaseOptions } from '../load-whisper-base.ts';

/** Real weights of a model, for what is spoken and for whole windows; on one thread, in Node. */
export interface MeasuredEngine {
  name: string;
  /** Null for all. */
  languages: readonly string[] | null;
  isHere: boolean;
  live: () => Promise<LiveEngine>;
  whole: () => Promise<AsrEngine>;
}

function zipformerOptions() {
  const model = findModel('zipformer-gigaspeech-3.3m');
  if (model.engine !== 'transducer') throw new Error('The manifest does not know the English zipformer.');
  return {
    model,
    files: filesIn(ENGLISH_ZIPFORMER),
    device: 'wasm',
    configureRuntime: configureNodeRuntime,
  } as const;
}

// Imported where they are loaded: Whisper's libraries take the runtime that was chosen before.
const loaders = {
  zipformer: () => import('../../../src/engine/asr/transducer/load-transducer.ts'),
  whisper: () => import('../../../src/engine/asr/whisper/load-whisper.ts'),
};

export const LIVE_ENGINES: readonly MeasuredEngine[] = [
  {
    name: 'zipformer',
    languages: ['en'],
    isHere: existsSync(ENGLISH_ZIPFORMER),
    live: async () => (await loaders.zipformer()).loadLiveTransducer(zipformerOptions()),
    whole: async () => (await loaders.zipformer()).loadTransducer(zipformerOptions()),
  },
  {
    name: 'whisper-base',
    languages: null,
    isHere: existsSync(WHISPER_BASE),
    live: async () => {
      const options = await whisperBaseOptions();
      const { liveWhisper, loadWhisperParts } = await loaders.whisper();
      return liveWhisper(await loadWhisperParts(options));
    },
    whole: async () => {
      const options = await whisperBaseOptions();
      return (await loaders.whisper()).loadWhisper(options);
    },
  },
];
