import type { Features } from '../features/kaldi-fbank.ts';
import { librosaMfcc } from '../features/librosa-mfcc.ts';
import { wespeakerFbank } from '../features/wespeaker-fbank.ts';
import { floats, type OnnxGraph } from '../onnx/onnx-graph.ts';
import { packVectors, type VoiceTrack } from './voice-track.ts';
import { unitLength } from './voices/voice-vectors.ts';

/** A network's input: its features and how many frames at once. */
export type VoiceFrontEnd = 'kaldi-fbank' | 'librosa-mfcc';

interface FrontEnd {
  features(pcm: Float32Array): Features;
  /** Frames per run; null if the network takes all at once. */
  runFrames: number | null;
  /** Frames from one run to the next. */
  runStep: number;
  /** Frames of a stretch of a track, and from one to the next; null if vectors of all of them would take too long. */
  track: { frames: number; step: number; hopSamples: number } | null;
}

const FRONT_ENDS: Record<VoiceFrontEnd, FrontEnd> = {
  'kaldi-fbank': { features: wespeakerFbank, runFrames: null, runStep: 0, track: null },
  // Trained on 100 frames (3.2 s); longer speech is processed in runs of that length and the results are averaged.
  'librosa-mfcc': {
    features: librosaMfcc,
    runFrames: 100,
    runStep: 50,
    // 1.6 s, one every quarter of a second.
    track: { frames: 50, step: 8, hopSamples: 512 },
  },
};

/** Maps a stretch of one person's speech to a vector: close for the same voice, distant for others. */
export class VoiceEmbedder {
  constructor(
    private readonly graph: OnnxGraph,
    private readonly frontEnd: VoiceFrontEnd,
  ) {}

  /**
   * @param pcm speech of one person only, mono, 16 kHz, ±1
   * @returns a unit vector; null if the network finds nothing in it
   */
  async embed(pcm: Float32Array): Promise<Float32Array | null> {
    const { features, runFrames, runStep } = FRONT_ENDS[this.frontEnd];
    const { frames, bins, data } = features(pcm);
    if (frames === 0) return null;
    const length = Math.min(runFrames ?? frames, frames);
    const runs = runFrames === null ? 1 : 1 + Math.ceil((frames - length) / runStep);
    const batch = new Float32Array(runs * length * bins);
    for (let run = 0; run < runs; run++) {
      // The last run ends with the speech.
      const first = Math.min(run * runStep, frames - length);
      batch.set(data.subarray(first * bins, (first + length) * bins), run * length * bins);
    }
    return this.meanVector(batch, [runs, length, bins]);
  }

  /**
   * Vectors of all stretches of a window, whoever speaks in them.
   *
   * @param pcm mono, 16 kHz, ±1, at most 30 s
   * @returns null if the network is too large for it, or the window too short
   */
  async track(pcm: Float32Array): Promise<VoiceTrack | null> {
    const { features, track } = FRONT_ENDS[this.frontEnd];
    if (!track) return null;
    const { frames, bins, data } = features(pcm);
    const stretches = 1 + Math.floor((frames - track.frames) / track.step);
    if (stretches < 1) return null;
    const batch = new Float32Array(stretches * track.frames * bins);
    for (let stretch = 0; stretch < stretches; stretch++) {
      const first = stretch * track.step;
      batch.set(data.subarray(first * bins, (first + track.frames) * bins), stretch * track.frames * bins);
    }
    const vectors = await this.vectors(batch, [stretches, track.frames, bins]);
    const size = vectors[0]?.length ?? 0;
    return {
      stretchSamples: track.frames * track.hopSamples,
      stepSamples: track.step * track.hopSamples,
      size,
      vectors: packVectors(vectors.map(unitLength), size),
    };
  }

  async dispose(): Promise<void> {
    await this.graph.release();
  }

  /** The network's output for each run of a batch. */
  private async vectors(batch: Float32Array, shape: [number, number, number]): Promise<Float32Array[]> {
    const [input = ''] = this.graph.inputNames;
    const [output = ''] = this.graph.outputNames;
    const read = await this.graph.run({ [input]: this.graph.tensor(input, shape, batch) });
    const all = floats(read(output));
    const size = all.length / shape[0];
    return Array.from({ length: shape[0] }, (_, run) => all.subarray(run * size, (run + 1) * size));
  }

  private async meanVector(
    batch: Float32Array,
    shape: [number, number, number],
  ): Promise<Float32Array | null> {
    const vectors = await this.vectors(batch, shape);
    const mean = new Float32Array(vectors[0]?.length ?? 0);
    for (const one of vectors) {
      unitLength(one)?.forEach((value, index) => {
        mean[index] = (mean[index] ?? 0) + value / vectors.length;
      });
    }
    return unitLength(mean);
  }
}
