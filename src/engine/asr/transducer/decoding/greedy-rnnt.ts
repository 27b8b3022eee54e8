import { BiasedWalk } from './biased-walk.ts';
import type { EmittedToken } from './emitted-token.ts';
import type { HotWordBias } from './hot-word-bias.ts';

/** The joiner's logits [rows, vocabulary], row by row. */
export interface ScoredFrames {
  logits: Float32Array;
  /** Number of scored frames; at least one. */
  rows: number;
}

/** Scores frames from `firstFrame` on after these tokens. Only a new token changes a stateless predictor's scores. */
export type ScoreFrames = (firstFrame: number, context: readonly number[]) => Promise<ScoredFrames>;

interface GreedyRnntOptions {
  /** Number of encoder frames. */
  frames: number;
  /** Index of the first frame in the stream. */
  frameOffset: number;
  blank: number;
  /** The last tokens, as many as the predictor sees. */
  context: readonly number[];
  score: ScoreFrames;
  /** Words to prefer; none if absent. */
  bias?: HotWordBias | undefined;
  /** Frame of the stretch to begin at; 0 if absent. */
  firstFrame?: number | undefined;
  /** The walk of the frames before, if there are any; replaces `bias`. */
  walk?: BiasedWalk<RnntPosition> | undefined;
  /** Whether further frames follow, which may continue a hot word. */
  goesOn?: boolean | undefined;
}

/** Decoding position, to return to: frame of the stretch, number of tokens before it, the last of them. */
export interface RnntPosition {
  frame: number;
  tokens: number;
  context: readonly number[];
}

/**
 * Greedy RNN-T decoding of one stretch with a stateless predictor and at most one token per encoder frame, as
 * streaming zipformers are decoded (Graves 2012; the limit follows k2's greedy search). A hot word that the bias
 * started and the model does not continue is undone, and its position is decoded without the bias.
 *
 * @returns the stretch's tokens and the position for the next call: the end or, if it goes on, where a hot word was started that
 *   may still be undone. Tokens behind it are decoded again.
 */
export async function decodeRnnt(
  options: GreedyRnntOptions,
): Promise<{ tokens: EmittedToken[]; next: RnntPosition }> {
  const { frames, frameOffset, blank, score } = options;
  const walk = options.walk ?? new BiasedWalk<RnntPosition>(options.bias);
  const tokens: EmittedToken[] = [];
  let context = options.context;
  let frame = options.firstFrame ?? 0;
  const goBack = (to: RnntPosition): void => {
    ({ frame, context } = to);
    tokens.length = to.tokens;
  };
  for (;;) {
    if (frame >= frames) {
      const unfinished = options.goesOn ? null : walk.finish();
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
  return { tokens, next: walk.suspend() ?? { frame, tokens: tokens.length, context } };
}
