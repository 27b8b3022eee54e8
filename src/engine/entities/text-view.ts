/**
 * A text that recognisers read: what was written, or what was said with numbers, letters and symbols written out. Folded
 * (see `foldText`). Every character knows which characters of the written text it stands for.
 */
export interface TextView {
  text: string;
  /** Index in the written text of what the character at this index begins with. */
  from: readonly number[];
  /** Exclusive. */
  to: readonly number[];
}

/** A stretch of the written text; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** The written text that a stretch of the view stands for; `to` is exclusive. */
export function writtenSpan(view: TextView, from: number, to: number): Span {
  return { from: view.from[from] ?? 0, to: view.to[to - 1] ?? 0 };
}

/** The written text as a view of itself. */
export function writtenView(text: string): TextView {
  const from = Array.from({ length: text.length }, (_, index) => index);
  return { text, from, to: from.map((index) => index + 1) };
}
