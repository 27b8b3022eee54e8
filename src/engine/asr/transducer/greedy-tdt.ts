import { bestLogit, type EmittedToken } from './emitted-token.ts';

/** What predictor and joiner say at one encoder frame. */
export interface TdtStep<State> {
  /** Logits of every token, blank included. */
  tokenLogits: Float32Array;
  /** Logits of every duration, in the order of `durations`. */
  durationLogits: Float32Array;
  /** State of the predictor after `previousToken`. */
  state: State;
}

interface GreedyTdtOptions<State> {
  /** Encoder frames of the window. */
  frames: number;
  blank: number;
  /** Frames that each duration class skips. */
  durations: readonly number[];
  /** Tokens after which a frame is left, so that durations of zero cannot go on for ever. */
  maxTokensPerFrame: number;
  initialState: State;
  /** `previousToken` is blank at the start. */
  step: (frame: number, previousToken: number, state: State) => Promise<TdtStep<State>>;
}

/** A token, and how many frames the model gives it. */
export interface TdtToken extends EmittedToken {
  duration: number;
}

/**
 * Greedy decoding of a token-and-duration transducer (Xu et al. 2023, "Efficient Sequence Transduction by Jointly
 * Predicting Tokens and Durations"): each step gives a token and how many frames to skip. A blank changes neither token
 * nor state, and always moves on by at least one frame.
 */
export async function decodeTdt<State>(options: GreedyTdtOptions<State>): Promise<TdtToken[]> {
  const { frames, blank, durations, maxTokensPerFrame, step } = options;
  const tokens: TdtToken[] = [];
  let state = options.initialState;
  let previousToken = blank;
  let frame = 0;
  let tokensAtFrame = 0;
  while (frame < frames) {
    const result = await step(frame, previousToken, state);
    const { index, probability } = bestLogit(result.tokenLogits, 0, result.tokenLogits.length);
    const best = bestLogit(result.durationLogits, 0, result.durationLogits.length);
    const duration = durations[best.index] ?? 1;
    if (index !== blank) {
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
