import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import {
  type ChannelWindow,
  type FoundSpeakers,
  findVoices,
  type SpeakerLimits,
} from '../../../engine/diarization/find-speakers.ts';
import { loadDiarizer } from '../../../engine/diarization/load-diarizer.ts';
import { findStreamed, readStreamed } from '../../../engine/diarization/sortformer/find-streamed.ts';
import { loadSortformer } from '../../../engine/diarization/sortformer/load-sortformer.ts';
import type { FollowedWindow } from '../../../engine/diarization/sortformer/sortformer-diarizer.ts';
import type { StreamState } from '../../../engine/diarization/sortformer/stream-state.ts';
import { findByStretches } from '../../../engine/diarization/stretches/find-by-stretches.ts';
import type { WindowSpeakers } from '../../../engine/diarization/window-speakers.ts';
import { namingShortage } from '../../../engine/onnx/naming-shortage.ts';
import {
  chooseDiarizationModels,
  type DiarizationModels,
} from '../../../models/choice/choose-diarization.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { openModelFile } from '../../../models/store/model-files.ts';
import type { LoadedDiarizer } from '../shared/api.ts';

/** Recurrent networks of this size gain nothing from more threads, and recognition runs in parallel. */
const RECURRENT_THREADS = 1;
/** A Transformer gains; recognition needs some as well. */
const MOST_THREADS = 4;

/** A diarizer, and what belongs to it. */
export interface SpeakerFinder {
  loaded: LoadedDiarizer;
  diarizer: {
    diarize(window: SpeechWindow, before: StreamState | null, isLast: boolean): Promise<FollowedWindow>;
  };
  /** The state after a window of an earlier run; null if there is none, or it does not fit. */
  follow(window: SpeechWindow, stream: string, before: StreamState | null): Promise<StreamState | null>;
  /** What was left of a channel. */
  finish(state: StreamState): Promise<WindowSpeakers>;
  find(windows: readonly ChannelWindow[], limits: SpeakerLimits): FoundSpeakers;
}

/** Loads the best installed models. Throws 503, naming what to install, if there are none. */
export async function loadSpeakerFinder(): Promise<SpeakerFinder> {
  const models = await chooseDiarizationModels();
  return models.sortformer ? loadFollowing(models) : loadGrouping(models);
}

type Following = Exclude<DiarizationModels, { sortformer: null }>;
type Grouping = Extract<DiarizationModels, { sortformer: null }>;

async function loadFollowing({ sortformer, embedding }: Following): Promise<SpeakerFinder> {
  const { id, title, parts } = sortformer;
  const diarizer = await namingShortage(title, () =>
    loadSortformer({
      embed: sourceOf(id, parts.embed),
      step: sourceOf(id, parts.step),
      silence: sourceOf(id, parts.silence),
      embedding: embedding && {
        ...sourceOf(embedding.id, embedding.graph),
        frontEnd: embedding.frontEnd,
      },
      configureRuntime: (env) => configureOnnxRuntime(env, threads()),
    }),
  );
  const speakerDistance = embedding?.speakerDistance ?? null;
  return {
    loaded: {
      segmentationId: id,
      embeddingId: embedding?.id ?? null,
      models: embedding ? `${id} ${embedding.id}` : id,
      speakerDistance,
    },
    diarizer,
    follow: (window, stream, before) => diarizer.follow(window, readStreamed(stream), before),
    finish: (state) => diarizer.finish(state),
    find: (windows, limits) => findStreamed(windows, limits, speakerDistance),
  };
}

async function loadGrouping({ segmentation, embedding }: Grouping): Promise<SpeakerFinder> {
  const diarizer = await loadDiarizer({
    segmentation: sourceOf(segmentation.id, segmentation.graph),
    embedding: { ...sourceOf(embedding.id, embedding.graph), frontEnd: embedding.frontEnd },
    configureRuntime: (env) => configureOnnxRuntime(env, RECURRENT_THREADS),
  });
  const { speakerDistance, frontEnd } = embedding;
  const find = frontEnd === 'mel-power' ? findByStretches : findVoices;
  return {
    loaded: {
      segmentationId: segmentation.id,
      embeddingId: embedding.id,
      models: `${segmentation.id} ${embedding.id}`,
      speakerDistance,
    },
    diarizer,
    follow: async () => null,
    finish: async () => ({ pieces: [], voices: [], chunks: [], seconds: 0 }),
    find: (windows, limits) => find(windows, limits, speakerDistance),
  };
}

const sourceOf = (modelId: string, path: string) => ({ path, open: () => openModelFile(modelId, path) });

const threads = () =>
  globalThis.crossOriginIsolated
    ? Math.min(MOST_THREADS, Math.max(1, Math.floor(navigator.hardwareConcurrency / 2)))
    : 1;
