import type { Features } from '../features/kaldi-fbank.ts';
import { librosaMfcc } from '../features/librosa-mfcc.ts';
import { wespeakerFbank } from '../features/wespeaker-fbank.ts';
import { floats, type OnnxGraph } from '../onnx/onnx-graph.ts';
import { unitLength } from './voice-vectors.ts';

/** A network's input: its features and how many frames at once. */
export type VoiceFrontEnd = 'kaldi-fbank' | 'librosa-mfcc';

interface FrontEnd {
  features(pcm: Float32Array): Features;
  /** Frames per run; null if the network takes all at once. */
  runFrames: number | null;
  /** Frames from one run to the next. */
  runStep: number;
}

const FRONT_ENDS: Record<VoiceFrontEnd, FrontEnd> = {
  'kaldi-fbank': { features: wespeakerFbank, runFrames: null, runStep: 0 },
  // Trained on 100 frames (3.2 s); longer speech is processed in runs of that length and the results are averaged.
  'librosa-mfcc': { features: librosaMfcc, runFrames: 100, runStep: 50 },
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

  async dispose(): Promise<void> {
    await this.graph.release();
  }

  private async meanVector(
    batch: Float32Array,
    shape: [number, number, number],
  ): Promise<Float32Array | null> {
    const [input = ''] = this.graph.inputNames;
    const [output = ''] = this.graph.outputNames;
    const read = await this.graph.run({ [input]: this.graph.tensor(input, shape, batch) });
    const vectors = floats(read(output));
    const [runs] = shape;
    const size = vectors.length / runs;
    const mean = new Float32Array(size);
    for (let run = 0; run < runs; run++) {
      const vector = unitLength(vectors.subarray(run * size, (run + 1) * size));
      vector?.forEach((value, index) => {
        mean[index] = (mean[index] ?? 0) + value / runs;
      });
    }
    return unitLength(mean);
  }
}
