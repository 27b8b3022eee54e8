/**
 * A text for recognisers: as written, or as spoken with numbers, letters and symbols written out. Folded (see
 * `foldText`). Every character maps to the written characters it stands for.
 */
export interface MappedText {
  text: string;
  /** Start index in the written text of the character at this index. */
  from: readonly number[];
  /** Exclusive. */
  to: readonly number[];
}

/** A range of the written text; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** The written text behind a range of the view; `to` is exclusive. */
export function writtenSpan(view: MappedText, from: number, to: number): Span {
  return { from: view.from[from] ?? 0, to: view.to[to - 1] ?? 0 };
}

/** The written text as its own view. */
export function writtenView(text: string): MappedText {
  const from = Array.from({ length: text.length }, (_, index) => index);
  return { text, from, to: from.map((index) => index + 1) };
}

/** The view's text for a range of the written text. */
export function viewText({ text, from, to }: MappedText, stretch: Span): string {
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
