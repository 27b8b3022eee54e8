import {
  type DecoderState,
  type GpuTexts,
  type GpuWindow,
  releaseState,
  releaseText,
} from '../../kernels/index.ts';
import { COMPARED_TOKENS, type DecoderOutput, isAlike } from './decoder-output.ts';

/** A decoder on the GPU that was not compared yet. */
export interface GpuCandidate {
  texts: GpuTexts;
  /** Compares the milliseconds of a token on the GPU with those of the other way. */
  isFaster: (gpu: number, other: number) => boolean;
}

/** The same steps without it. */
interface OtherWay {
  /** Reads the first token. */
  start: () => Promise<DecoderOutput>;
  step: (state: DecoderState, token: number) => Promise<DecoderOutput>;
}

/** Whether the GPU gives the scores of the other way, and its own loop takes less time for a token. What goes wrong is logged. */
export async function isFitGpu(
  { texts, isFaster }: GpuCandidate,
  window: GpuWindow,
  startToken: number,
  { start, step }: OtherWay,
): Promise<boolean> {
  try {
    const given: Float32Array[] = [];
    const { state } = await start();
    let other = Number.POSITIVE_INFINITY;
    for (const token of COMPARED_TOKENS) {
      const startedAt = performance.now();
      const stepped = await step(state, token);
      other = Math.min(other, performance.now() - startedAt);
      releaseText(stepped.state);
      given.push(stepped.logits);
    }
    releaseState(state);
    const { text } = await texts.start(window, [startToken], []);
    let isSame = false;
    for (const [index, token] of COMPARED_TOKENS.entries()) {
      const stepped = await texts.step(text, token);
      texts.release(stepped.text);
      isSame ||= isAlike(stepped.scores, given[index] ?? new Float32Array());
    }
    const gpu = isSame ? await texts.time(text) : Number.POSITIVE_INFINITY;
    texts.release(text);
    if (!isSame) console.error('The steps of this decoder on the GPU are not those of the CPU.');
    return isSame && isFaster(gpu, other);
  } catch (error) {
    console.error(error);
    return false;
  }
}
