import { marginsOf } from '../../../addons/subtitles/caption-guides.ts';
import type { Cue, CueWord } from '../../../addons/subtitles/cue.ts';
import { partsOfRow } from '../../../addons/subtitles/parts-of-row.ts';
import type { CaptionStyle } from '../../../contract/transcripts/corrected-transcript.ts';
import { segmentsOf } from '../../../lib/segmenter-of.ts';
import { readsFromRight } from '../../../lib/text-direction.ts';

/** What a canvas of either kind has of text. */
export type TextContext = Pick<OffscreenCanvasRenderingContext2D, 'font' | 'measureText'>;

/** Pixels. */
interface Size {
  width: number;
  height: number;
}

/** A part of a row and its place: pixels from the left end of the row. */
export interface PlacedPart {
  text: string;
  word: CueWord | null;
  left: number;
  width: number;
}

export interface PlacedRow {
  /** Text of the whole row, without spaces at its ends. */
  text: string;
  parts: PlacedPart[];
  width: number;
  fromRight: boolean;
}

/** The captions of a moment as they are painted; pixels of the picture. */
export interface CaptionLayout {
  rows: PlacedRow[];
  /** Height of letters. */
  pixels: number;
  /** Upper edge of the first row. */
  top: number;
  line: number;
  /** Whether the letters are large enough to be read, and inside the margins. */
  fits: boolean;
}

/** Heights of letters, of the shorter side of the picture. A few words are larger. */
const SIZES = { small: 0.045, medium: 0.06, large: 0.08 } as const;
const FEW_WORDS_SCALE = 1.5;
const LINE = 1.3;
/** Letters are made so much smaller before a row is broken. */
const LEAST_SCALE = 0.75;
/** Smaller letters cannot be read: under this share of the shorter side on a phone, and of so few pixels anywhere. */
const leastPixels = (shorter: number) => Math.max(0.03 * shorter, 7);
const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const fontOf = (pixels: number, { words }: CaptionStyle, italic = false): string =>
  `${italic ? 'italic ' : ''}${words > 0 ? 'bold ' : ''}${pixels}px system-ui, sans-serif`;

interface Token {
  text: string;
  word: CueWord | null;
  /** Whether a space is before it in its row. */
  apart: boolean;
}

/** What a row consists of: its words, else what is between spaces, with marks that are alone. */
function tokensOf(row: string, words: readonly CueWord[] | undefined): Token[] {
  const tokens: Token[] = [];
  let apart = false;
  for (const { text, word } of partsOfRow(row, words)) {
    for (const [piece] of text.matchAll(/\s+|\S+/gu)) {
      if (/^\s/u.test(piece)) apart = true;
      else {
        tokens.push({ text: piece, word, apart: apart && tokens.length > 0 });
        apart = false;
      }
    }
  }
  return tokens;
}

/** Tokens in rows that are no wider than the room; one that is wider is cut between its letters. */
function broken(tokens: readonly Token[], room: number, widthOf: (text: string) => number): Token[][] {
  const rows: Token[][] = [[]];
  let width = 0;
  const space = widthOf(' ');
  const add = (token: Token) => {
    const own = widthOf(token.text);
    const before = token.apart && width > 0 ? space : 0;
    if (width > 0 && width + before + own > room) {
      rows.push([{ ...token, apart: false }]);
      width = own;
    } else {
      rows.at(-1)?.push(token);
      width += before + own;
    }
  };
  for (const token of tokens) {
    if (widthOf(token.text) <= room) add(token);
    else
      for (const { segment, index } of segmentsOf(token.text, undefined, 'grapheme'))
        add({ ...token, text: segment, apart: token.apart && index === 0 });
  }
  return rows;
}

/** The order from left to right: words of the other direction keep theirs among themselves. Numbers go with what is before them. */
function visualOrder(tokens: readonly Token[], fromRight: boolean): Token[] {
  let before = fromRight;
  const turned = tokens.map(({ text }) => {
    if (TURNED.test(text)) before = true;
    else if (/\p{L}/u.test(text)) before = false;
    else if (!/\p{N}/u.test(text) || before !== fromRight) before = /\p{N}/u.test(text) ? before : fromRight;
    return before;
  });
  const runs: { turned: boolean; tokens: Token[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const isTurned = turned[index] ?? fromRight;
    const last = runs.at(-1);
    if (last?.turned === isTurned) last.tokens.push(token);
    else runs.push({ turned: isTurned, tokens: [token] });
  }
  const ordered = runs.map((run) => (run.turned ? run.tokens.toReversed() : run.tokens));
  return (fromRight ? ordered.toReversed() : ordered).flat();
}

function placed(tokens: readonly Token[], widthOf: (text: string) => number): PlacedRow {
  const text = tokens
    .map((token, index) => (token.apart && index > 0 ? ` ${token.text}` : token.text))
    .join('');
  const fromRight = readsFromRight(text);
  const space = widthOf(' ');
  let left = 0;
  const order = visualOrder(tokens, fromRight);
  const parts = order.map((token, index): PlacedPart => {
    const previous = order[index - 1];
    // The later of two neighbours in the text has the space; where directions meet there is one.
    const [a, b] = [tokens.indexOf(previous as Token), tokens.indexOf(token)];
    const isApart = b === a + 1 ? token.apart : a === b + 1 ? (previous?.apart ?? false) : true;
    if (previous && isApart) left += space;
    const width = widthOf(token.text);
    const part = { text: token.text, word: token.word, left, width };
    left += width;
    return part;
  });
  return { text, parts, width: left, fromRight };
}

/** Where the rows of these cues are in a picture: smaller, or on more rows, where one would not fit. No word is left out. */
export function layOutCaptions(
  context: TextContext,
  size: Size,
  cues: readonly Pick<Cue, 'rows' | 'words'>[],
  style: CaptionStyle,
): CaptionLayout {
  const margins = marginsOf(size);
  const shorter = Math.min(size.width, size.height);
  const wanted = SIZES[style.size] * shorter * (style.words > 0 ? FEW_WORDS_SCALE : 1);
  const lines = cues.flatMap(({ rows, words }) => rows.map((row, index) => tokensOf(row, words?.[index])));
  const roomAcross = size.width * (1 - 2 * margins.side);
  const roomDown = size.height * (1 - margins.top - margins.bottom);
  const at = (pixels: number) => {
    context.font = fontOf(pixels, style);
    const widthOf = (text: string) => context.measureText(text).width;
    // The box around a row is wider than its letters by half of their height at each end.
    const room = roomAcross - pixels;
    const whole = lines.map((tokens) => placed(tokens, widthOf));
    const most = Math.max(1, ...whole.map(({ width }) => width));
    return { widthOf, room, whole, scale: Math.min(1, room / most) };
  };
  const first = at(wanted);
  let pixels = Math.max(1, Math.floor(wanted * Math.max(first.scale, LEAST_SCALE)));
  for (;;) {
    const { widthOf, room } = at(pixels);
    const rows = lines.flatMap((tokens) => broken(tokens, room, widthOf).map((row) => placed(row, widthOf)));
    const line = pixels * LINE;
    const isInside = rows.length * line <= roomDown && rows.every(({ width }) => width <= room);
    if (isInside || pixels <= 4) {
      const height = rows.length * line;
      const top =
        style.place === 'top' ? margins.top * size.height : size.height * (1 - margins.bottom) - height;
      return { rows, pixels, top, line, fits: isInside && pixels >= leastPixels(shorter) };
    }
    pixels = Math.floor(pixels * 0.9);
  }
}
