import { bestLogit, type EmittedToken } from './emitted-token.ts';

/**
 * Logits [frames from `firstFrame` to the end, vocabulary] of the joiner, given the tokens before. A stateless predictor
 * changes only with a new token, so that all frames up to the next token are scored in one call.
 */
export type ScoreFrames = (firstFrame: number, context: readonly number[]) => Promise<Float32Array>;

interface GreedyRnntOptions {
  /** Encoder frames at hand. */
  frames: number;
  /** Number of the first of them in the stream. */
  frameOffset: number;
  blank: number;
  /** The last tokens, as many as the predictor sees. */
  context: readonly number[];
  score: ScoreFrames;
}

/**
 * Greedy RNN-T decoding of one chunk with a stateless predictor, at most one token per encoder frame, as streaming
 * zipformers are decoded (Graves 2012; the limit follows k2's greedy search).
 *
 * @returns the chunk's tokens, and the context to give with the next chunk
 */
export async function decodeRnnt(
  options: GreedyRnntOptions,
): Promise<{ tokens: EmittedToken[]; context: readonly number[] }> {
  const { frames, frameOffset, blank, score } = options;
  const tokens: EmittedToken[] = [];
  let context = options.context;
  let frame = 0;
  while (frame < frames) {
    const logits = await score(frame, context);
    const rows = frames - frame;
    const vocabulary = logits.length / rows;
    let emitted = false;
    for (let row = 0; row < rows && !emitted; row++) {
      const { index, probability } = bestLogit(logits, row * vocabulary, vocabulary);
      if (index === blank) continue;
      tokens.push({ id: index, frame: frameOffset + frame + row, probability });
      context = [...context.slice(1), index];
      frame += row + 1;
      emitted = true;
    }
    if (!emitted) break;
  }
  return { tokens, context };
}
