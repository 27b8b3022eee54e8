/** One token to read. */
export interface GpuLane {
  /** Text that it belongs to. */
  row: number;
  /** Null to go on with the token that the GPU chose for this row. */
  given: { token: number; position: number } | null;
  /** Whether the next token is chosen; `goOn`: and read next. */
  asks: 'nothing' | 'choice' | 'goOn';
}

/** How a text goes on by itself. */
export interface RowStart {
  window: number;
  /** Text and timestamp tokens so far. */
  said: readonly number[];
  maxInitialTimestamp: number;
  /** 0 for the likeliest tokens. */
  temperature: number;
  seed: number;
  /** Tokens after which it ends. */
  longest: number;
}

/** What a lane is followed by. Scores are natural logarithms but for a sum that is theirs. */
export interface GpuChoice {
  /** Log-sum of all text tokens that are allowed; −∞ if none is. */
  text: number;
  total: number;
  /** The likeliest first. */
  candidates: { token: number; score: number }[];
}

export interface GpuStep {
  /** Null for a lane whose text has ended, or that asked for nothing. */
  choices: (GpuChoice | null)[];
  /** Lanes × vocabulary, where it was asked for. */
  scores: Float32Array | null;
}

export interface GpuCounts {
  steps: number;
  submissions: number;
  dispatches: number;
  bytesRead: number;
}
