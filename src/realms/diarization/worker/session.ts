import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import {
  type ChannelWindow,
  findVoices,
  type SpeakerLimits,
} from '../../../engine/diarization/find-speakers.ts';
import { loadDiarizer } from '../../../engine/diarization/load-diarizer.ts';
import { matchVoices } from '../../../engine/diarization/voices/match-voices.ts';
import { speakerVoices } from '../../../engine/diarization/voices/speaker-voices.ts';
import type { WindowDiarizer } from '../../../engine/diarization/window-diarizer.ts';
import type { WindowSpeakers } from '../../../engine/diarization/window-speakers.ts';
import {
  chooseDiarizationModels,
  type DiarizationModels,
} from '../../../models/choice/choose-diarization.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { openModelFile } from '../../../models/store/model-files.ts';
import type { DiarizationWorkerApi, LoadedDiarizer, NamedTurns } from '../shared/api.ts';

/** Recurrent networks of this size gain nothing from more threads, and recognition runs in parallel. */
const THREADS = 1;

const ONE: SpeakerLimits = { exact: 1, least: 0, most: null };

interface Loaded {
  models: DiarizationModels;
  diarizer: WindowDiarizer;
}

/** Holds the diarization models. The worker lives for one job and is terminated to stop it. */
export class DiarizationSession implements DiarizationWorkerApi {
  #loading: Promise<Loaded> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  async load(): Promise<LoadedDiarizer> {
    const { models } = await this.#loaded();
    const { segmentation, embedding } = models;
    return {
      segmentationId: segmentation.id,
      embeddingId: embedding.id,
      models: nameOf(models),
      speakerDistance: embedding.speakerDistance,
    };
  }

  async diarize(window: SpeechWindow): Promise<WindowSpeakers> {
    const before = this.#last;
    const work = before.then(async () => {
      const { diarizer, models } = await this.#loaded();
      return { ...(await diarizer.diarize(window)), models: nameOf(models) };
    });
    this.#last = work.catch(() => undefined);
    return work;
  }

  async findSpeakers(
    windows: readonly ChannelWindow[],
    limits: SpeakerLimits,
    samples: readonly (readonly ChannelWindow[])[],
  ): Promise<NamedTurns> {
    const { speakerDistance } = (await this.#loaded()).models.embedding;
    const found = findVoices(windows, limits, speakerDistance);
    // Whatever else is in a sample, it is one person's.
    const known = samples.map((sample) => findVoices(sample, ONE, speakerDistance).voices[0] ?? null);
    const silent = known.flatMap((voice, at) => (voice ? [] : [at]));
    return {
      turns: found.turns,
      voices: speakerVoices(found),
      known: matchVoices(found.voices, known, speakerDistance),
      silent,
    };
  }

  #loaded(): Promise<Loaded> {
    this.#loading ??= load();
    return this.#loading;
  }
}

const nameOf = ({ segmentation, embedding }: DiarizationModels) => `${segmentation.id} ${embedding.id}`;

async function load(): Promise<Loaded> {
  const models = await chooseDiarizationModels();
  const { segmentation, embedding } = models;
  const source = ({ id, graph }: { id: string; graph: string }) => ({
    path: graph,
    open: () => openModelFile(id, graph),
  });
  const diarizer = await loadDiarizer({
    segmentation: source(segmentation),
    embedding: { ...source(embedding), frontEnd: embedding.frontEnd },
    configureRuntime: (env) => configureOnnxRuntime(env, THREADS),
  });
  return { models, diarizer };
}
