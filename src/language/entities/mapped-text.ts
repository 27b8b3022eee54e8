import { firstIndex } from '../../lib/first-index.ts';
import { SECOND_HALF } from './fold-text.ts';

/**
 * A text for recognisers: as written, or as spoken with numbers, letters and symbols written out. Folded (see
 * `foldText`). Every character maps to the written characters it represents.
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

/** A view of a view's text, as one of the written text. */
export function throughView(inner: MappedText, outer: MappedText): MappedText {
  const end = outer.to.at(-1) ?? 0;
  return {
    text: inner.text,
    from: inner.from.map((index) => outer.from[index] ?? end),
    to: inner.to.map((index) => (index === 0 ? 0 : (outer.to[index - 1] ?? end))),
  };
}

/** The written text as its own view, without second halves of characters: each is in the range of its first. */
export function wholeView(text: string): MappedText {
  const from: number[] = [];
  for (let index = 0; index < text.length; index++) if (text[index] !== SECOND_HALF) from.push(index);
  const to = from.map((_, at) => from[at + 1] ?? text.length);
  return { text: text.replaceAll(SECOND_HALF, ''), from, to };
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const BORDER = new RegExp(`(?<=[${UNSPACED}])(?=[\\p{N}a-z])|(?<=[\\p{N}a-z])(?=[${UNSPACED}])`, 'gu');

/** The same with a space between digits and scripts that write none, where numbers would have no border. */
export function withBorders(view: MappedText): MappedText {
  const borders = [...view.text.matchAll(BORDER)].map(({ index }) => index);
  if (borders.length === 0) return view;
  const writer = new ViewWriter(view.text);
  for (const border of borders) {
    writer.copyTo(border);
    writer.skipTo(border);
  }
  writer.copyTo(view.text.length);
  return throughView(writer.view(), view);
}

/** The view's text for a range of the written text. */
export function viewText({ text, from, to }: MappedText, stretch: Span): string {
  let said = '';
  let index = firstIndex(from.length, (at) => (from[at] ?? 0) >= stretch.from);
  for (; index < text.length && (from[index] ?? stretch.to) < stretch.to; index++)
    if ((to[index] ?? 0) <= stretch.to) said += text[index] ?? '';
  return said;
}

/** Writes a view from left to right. */
export class ViewWriter {
  readonly #source: string;
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  #text: string[] = [];
  #place = 0;

  constructor(source: string) {
    this.#source = source;
  }

  copyTo(end: number): void {
    for (; this.#place < end; this.#place++)
      this.#push(this.#source[this.#place] ?? '', this.#place, this.#place + 1);
  }

  /** Skips the preceding text except for one space. */
  skipTo(end: number): void {
    this.#push(' ', this.#place, this.#place);
    this.#place = end;
  }

  write(text: string, from: number, to: number): void {
    for (const character of text) this.#push(character, from, to);
    this.#place = to;
  }

  #push(character: string, from: number, to: number): void {
    this.#text.push(character);
    this.#from.push(from);
    this.#to.push(to);
  }

  view(): MappedText {
    return { text: this.#text.join(''), from: this.#from, to: this.#to };
  }
}
