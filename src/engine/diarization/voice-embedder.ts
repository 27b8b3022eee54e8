import type { Features } from '../features/kaldi-fbank.ts';
import { melPower } from '../features/mel-power.ts';
import { wespeakerFbank } from '../features/wespeaker-fbank.ts';
import { floats, type OnnxGraph } from '../onnx/onnx-graph.ts';
import { packVectors, type VoiceTrack } from './voice-track.ts';
import { meanOf, unitLength } from './voices/voice-vectors.ts';

/** A network's input: its features and how many frames at once. */
export type VoiceFrontEnd = 'kaldi-fbank' | 'mel-power';

interface FrontEnd {
  features(pcm: Float32Array): Features;
  /** Frames of a stretch, and from one to the next; null if the network takes all at once. */
  stretch: { frames: number; step: number; hopSamples: number } | null;
}

const FRONT_ENDS: Record<VoiceFrontEnd, FrontEnd> = {
  'kaldi-fbank': { features: wespeakerFbank, stretch: null },
  // As the network was trained: stretches of 1.6 s, here 1.3 a second.
  'mel-power': { features: melPower, stretch: { frames: 160, step: 75, hopSamples: 160 } },
};

/** A last stretch with less sound is left out. */
const LEAST_FILLED = 0.75;
/** Mean power to which quieter stretches are raised, −30 dBFS: without a logarithm the level matters. */
const LEAST_POWER = 1e-3;
/** Limit of the gain in power, 40 dB: quieter sound is silence. */
const MOST_GAIN = 1e4;

/** Maps a stretch of one person's speech to a vector: close for the same voice, distant for others. */
export class VoiceEmbedder {
  constructor(
    private readonly graph: OnnxGraph,
    private readonly frontEnd: VoiceFrontEnd,
  ) {}

  /** Whether it gives vectors of all stretches of a window. */
  get hasTrack(): boolean {
    return FRONT_ENDS[this.frontEnd].stretch !== null;
  }

  /** A unit vector of one person's speech (mono, 16 kHz, ±1); null if the network finds nothing in it. */
  async embed(pcm: Float32Array): Promise<Float32Array | null> {
    const vectors = await this.vectors(pcm);
    return meanOf(vectors.flatMap((vector) => unitLength(vector) ?? []));
  }

  /** Vectors of all stretches of at most 30 s (mono, 16 kHz, ±1), of all speakers; null if the network is too large for it. */
  async track(pcm: Float32Array): Promise<VoiceTrack | null> {
    const { stretch } = FRONT_ENDS[this.frontEnd];
    if (!stretch) return null;
    const vectors = await this.vectors(pcm);
    const size = vectors[0]?.length ?? 0;
    return {
      stretchSamples: stretch.frames * stretch.hopSamples,
      stepSamples: stretch.step * stretch.hopSamples,
      size,
      vectors: packVectors(vectors.map(unitLength), size),
    };
  }

  async dispose(): Promise<void> {
    await this.graph.release();
  }

  /** The network's output for each stretch, or for all at once; a shorter one has silence behind it. */
  private async vectors(pcm: Float32Array): Promise<Float32Array[]> {
    const { features, stretch } = FRONT_ENDS[this.frontEnd];
    const { frames, bins, data } = features(pcm);
    if (frames === 0) return [];
    const length = stretch?.frames ?? frames;
    const step = stretch?.step ?? frames;
    const more = Math.max(0, Math.floor((frames - length * LEAST_FILLED) / step));
    const count = stretch ? 1 + more : 1;
    const batch = new Float32Array(count * length * bins);
    for (let at = 0; at < count; at++) {
      const first = at * step;
      const part = data.subarray(first * bins, (first + length) * bins);
      const gain = stretch ? gainOf(pcm, first * stretch.hopSamples, length * stretch.hopSamples) : 1;
      batch.set(gain === 1 ? part : part.map((value) => value * gain), at * length * bins);
    }
    const [input = ''] = this.graph.inputNames;
    const [output = ''] = this.graph.outputNames;
    const read = await this.graph.run({ [input]: this.graph.tensor(input, [count, length, bins], batch) });
    const all = floats(read(output));
    const size = all.length / count;
    return Array.from({ length: count }, (_, at) => all.subarray(at * size, (at + 1) * size));
  }
}

/** Factor by which the power of a stretch is raised, at least 1. */
function gainOf(pcm: Float32Array, start: number, length: number): number {
  const part = pcm.subarray(start, start + length);
  const power = part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(part.length, 1);
  return Math.min(Math.max(LEAST_POWER / Math.max(power, Number.EPSILON), 1), MOST_GAIN);
}
