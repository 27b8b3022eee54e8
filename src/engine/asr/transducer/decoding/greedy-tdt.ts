import { BiasedWalk } from './biased-walk.ts';
import { bestLogit, type EmittedToken } from './emitted-token.ts';
import type { HotWordBias } from './hot-word-bias.ts';

/** Output of predictor and joiner at one encoder frame. */
export interface TdtStep<State> {
  /** Logits of every token, blank included. */
  tokenLogits: Float32Array;
  /** Logits of every duration, in the order of `durations`. */
  durationLogits: Float32Array;
  /** State of the predictor after `previousToken`. */
  state: State;
}

interface GreedyTdtOptions<State> {
  /** Number of encoder frames in the window. */
  frames: number;
  blank: number;
  /** Frames skipped by each duration class. */
  durations: readonly number[];
  /** Maximum tokens per frame, so that zero durations cannot go on for ever. */
  maxTokensPerFrame: number;
  initialState: State;
  /** `previousToken` is blank at the start. */
  step: (frame: number, previousToken: number, state: State) => Promise<TdtStep<State>>;
  /** Words to prefer; none if absent. */
  bias?: HotWordBias | undefined;
}

/** Decoding position, to return to. */
interface Position<State> {
  frame: number;
  tokens: number;
  previousToken: number;
  state: State;
  tokensAtFrame: number;
}

/** A token and the number of frames the model assigns to it. */
export interface TdtToken extends EmittedToken {
  duration: number;
}

/**
 * Greedy decoding of a token-and-duration transducer (Xu et al. 2023, "Efficient Sequence Transduction by Jointly
 * Predicting Tokens and Durations"): each step yields a token and the number of frames to skip. A blank changes
 * neither token nor state and always advances by at least one frame. A hot word that the bias started and the model
 * does not continue is undone, and its position is decoded without the bias.
 */
export async function decodeTdt<State>(options: GreedyTdtOptions<State>): Promise<TdtToken[]> {
  const { frames, blank, durations, maxTokensPerFrame, step } = options;
  const walk = new BiasedWalk<Position<State>>(options.bias);
  const tokens: TdtToken[] = [];
  let state = options.initialState;
  let previousToken = blank;
  let frame = 0;
  let tokensAtFrame = 0;
  const goBack = (to: Position<State>): void => {
    ({ frame, previousToken, state, tokensAtFrame } = to);
    tokens.length = to.tokens;
  };
  for (;;) {
    if (frame >= frames) {
      const unfinished = walk.finish();
      if (!unfinished) break;
      goBack(unfinished);
    }
    const result = await step(frame, previousToken, state);
    const choice = walk.choose(result.tokenLogits, 0, result.tokenLogits.length);
    const { index, probability } = choice;
    const best = bestLogit(result.durationLogits, 0, result.durationLogits.length);
    const duration = durations[best.index] ?? 1;
    if (index !== blank) {
      const position = { frame, tokens: tokens.length, previousToken, state, tokensAtFrame };
      const back = walk.accept(choice, position);
      if (back) {
        goBack(back);
        continue;
      }
      tokens.push({ id: index, frame, probability, duration });
      previousToken = index;
      state = result.state;
      tokensAtFrame++;
    }
    const mustMove = index === blank || tokensAtFrame >= maxTokensPerFrame;
    const skip = mustMove ? Math.max(duration, 1) : duration;
    if (skip > 0) tokensAtFrame = 0;
    frame += skip;
  }
  return tokens;
}
