import { BiasedWalk } from './biased-walk.ts';
import type { EmittedToken } from './emitted-token.ts';
import type { HotWordBias } from './hot-word-bias.ts';

/** Logits [rows, vocabulary] of the joiner, row by row. */
export interface ScoredFrames {
  logits: Float32Array;
  /** Frames that were scored; at least one. */
  rows: number;
}

/**
 * Scores frames from `firstFrame` on, given the tokens before. A stateless predictor changes only with a new token, so that
 * many frames can be scored in one call.
 */
export type ScoreFrames = (firstFrame: number, context: readonly number[]) => Promise<ScoredFrames>;

interface GreedyRnntOptions {
  /** Encoder frames at hand. */
  frames: number;
  /** Number of the first of them in the stream. */
  frameOffset: number;
  blank: number;
  /** The last tokens, as many as the predictor sees. */
  context: readonly number[];
  score: ScoreFrames;
  /** Words to lean towards; none where absent. */
  bias?: HotWordBias | undefined;
}

/** Where decoding stands, to come back to. */
interface Position {
  frame: number;
  tokens: number;
  context: readonly number[];
}

/**
 * Greedy RNN-T decoding of one stretch with a stateless predictor, at most one token per encoder frame, as streaming
 * zipformers are decoded (Graves 2012; the limit follows k2's greedy search). A hot word that the bias began and the model
 * does not go on with is taken back, and the place is decoded without the bias.
 *
 * @returns the stretch's tokens, and the context to give with the next
 */
export async function decodeRnnt(
  options: GreedyRnntOptions,
): Promise<{ tokens: EmittedToken[]; context: readonly number[] }> {
  const { frames, frameOffset, blank, score } = options;
  const walk = new BiasedWalk<Position>(options.bias);
  const tokens: EmittedToken[] = [];
  let context = options.context;
  let frame = 0;
  const goBack = (to: Position): void => {
    ({ frame, context } = to);
    tokens.length = to.tokens;
  };
  for (;;) {
    if (frame >= frames) {
      const unfinished = walk.finish();
      if (!unfinished) break;
      goBack(unfinished);
    }
    const { logits, rows } = await score(frame, context);
    const vocabulary = logits.length / rows;
    const usable = Math.min(rows, frames - frame);
    let row = 0;
    let choice = walk.choose(logits, 0, vocabulary);
    while (choice.index === blank && ++row < usable) {
      choice = walk.choose(logits, row * vocabulary, vocabulary);
    }
    if (choice.index === blank) {
      frame += usable;
      continue;
    }
    const back = walk.accept(choice, { frame: frame + row, tokens: tokens.length, context });
    if (back) {
      goBack(back);
      continue;
    }
    const { index, probability } = choice;
    tokens.push({ id: index, frame: frameOffset + frame + row, probability });
    context = [...context.slice(1), index];
    frame += row + 1;
  }
  return { tokens, context };
}
