import { existsSync } from 'node:fs';
import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import type { LiveEngine } from '../../../src/engine/asr/live-recogniser.ts';
import type { LiveWhisperRules } from '../../../src/engine/asr/whisper/live-whisper-rules.ts';
import type { LoadedWhisper } from '../../../src/engine/asr/whisper/loaded-whisper.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import { configureNodeRuntime, filesIn } from '../../miniatures/node-runtime.ts';
import { ENGLISH_ZIPFORMER } from '../load-english-zipformer.ts';
import { WHISPER_BASE, whisperBaseOptions } from '../load-whisper-base.ts';
import type { LiveStage } from './live-causes.ts';

/** An engine, and ways of recognising between it and whole windows. */
export interface MeasuredLive extends LiveEngine {
  stages?: readonly LiveStage[];
}

/** Real weights of a model, for what is spoken and for whole windows; on one thread, in Node. */
export interface MeasuredEngine {
  name: string;
  /** Null for all. */
  languages: readonly string[] | null;
  isHere: boolean;
  live: () => Promise<MeasuredLive>;
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
  liveWhisper: () => import('../../../src/engine/asr/whisper/live-whisper.ts'),
};

/** As much sound as the encoder takes, with a step and some to spare, seconds. */
const UNCUT = 24;

/** Whisper with what live text alone has taken away, one thing after the other. */
async function withStages(parts: LoadedWhisper): Promise<MeasuredLive> {
  const { LiveWhisper } = await loaders.liveWhisper();
  const { liveWhisper } = await loaders.whisper();
  const live = liveWhisper(parts);
  const uncut = { longest: UNCUT };
  const atEnd = { ...uncut, unsure: Number.POSITIVE_INFINITY, settling: UNCUT };
  const inFull: LoadedWhisper = { ...parts, shortAudio: 'never' };
  const stage = (cause: string, rules: Partial<LiveWhisperRules>, loaded = parts): LiveStage => ({
    cause,
    engine: { ...live, open: (options) => new LiveWhisper(loaded, options, rules) },
  });
  return {
    ...live,
    stages: [
      stage('older sound is let go of', uncut),
      stage('settled before the speech ends', atEnd),
      stage('the encoder is shortened', atEnd, inFull),
    ],
  };
}

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
      return withStages(await (await loaders.whisper()).loadWhisperParts(options));
    },
    whole: async () => {
      const options = await whisperBaseOptions();
      return (await loaders.whisper()).loadWhisper(options);
    },
  },
];
