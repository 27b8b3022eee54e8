import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { floats, type OnnxGraph } from '../onnx/onnx-graph.ts';
import { decodePowerset, type SpeakerActivity } from './speaker-activity.ts';

/** The training length in samples; shorter input is allowed. */
export const CHUNK_SAMPLES = 10 * SAMPLE_RATE;
/** Shorter input is padded with silence. */
const LEAST_SAMPLES = SAMPLE_RATE;

/** Pyannote segmentation 3.0 (github.com/pyannote/pyannote-audio): which of three people speak, 59 times a second. */
export class SegmentationModel {
  constructor(private readonly graph: OnnxGraph) {}

  /** @param pcm mono, 16 kHz, ±1, at most 10 s */
  async activity(pcm: Float32Array): Promise<SpeakerActivity> {
    const samples = new Float32Array(Math.max(pcm.length, LEAST_SAMPLES));
    samples.set(pcm);
    const [input = ''] = this.graph.inputNames;
    const [output = ''] = this.graph.outputNames;
    const read = await this.graph.run({ [input]: this.graph.tensor(input, [1, 1, samples.length], samples) });
    return decodePowerset(floats(read(output)));
  }

  async dispose(): Promise<void> {
    await this.graph.release();
  }
}
