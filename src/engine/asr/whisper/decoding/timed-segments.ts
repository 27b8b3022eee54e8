/** Text between two timestamps. */
export interface TimedSegment {
  /** Indices of its text tokens among all tokens. */
  tokens: number[];
  /** Seconds, as written by the model. */
  start: number;
  /** Null if the model wrote no end. */
  end: number | null;
}

/** Seconds between two timestamp tokens. */
const TIMESTAMP_SECONDS = 0.02;

/** Splits decoded tokens at their timestamps. Segments without text are dropped. */
export function timedSegments(tokens: readonly number[], firstTimestampToken: number): TimedSegment[] {
  const segments: TimedSegment[] = [];
  let open: TimedSegment = { tokens: [], start: 0, end: null };
  for (const [index, token] of tokens.entries()) {
    if (token < firstTimestampToken) {
      open.tokens.push(index);
      continue;
    }
    const seconds = (token - firstTimestampToken) * TIMESTAMP_SECONDS;
    if (open.tokens.length > 0) segments.push({ ...open, end: seconds });
    open = { tokens: [], start: seconds, end: null };
  }
  if (open.tokens.length > 0) segments.push(open);
  return segments;
}
