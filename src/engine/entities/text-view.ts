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

/** What the view says in a stretch of the written text. */
export function viewText({ text, from, to }: TextView, stretch: Span): string {
  let said = '';
  for (let index = lowerBound(from, stretch.from); index < text.length; index++) {
    if ((from[index] ?? stretch.to) >= stretch.to) break;
    if ((to[index] ?? 0) <= stretch.to) said += text[index] ?? '';
  }
  return said;
}

function lowerBound(values: readonly number[], wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
