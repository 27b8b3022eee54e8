import { coloursOf } from '../../../addons/subtitles/caption-guides.ts';
import type { Cue } from '../../../addons/subtitles/cue.ts';
import type { CaptionStyle } from '../../../contract/transcripts/corrected-transcript.ts';
import { inkOn } from '../../../document/cues/readable-colours.ts';
import {
  type CaptionLayout,
  fontOf,
  layOutCaptions,
  type PlacedPart,
  type PlacedRow,
} from './lay-out-captions.ts';

/** A caption of a video: its rows, and when they are shown, in milliseconds of the recording. */
export type PaintedCue = Pick<Cue, 'startMs' | 'endMs' | 'rows' | 'words'> &
  Partial<Pick<Cue, 'voice' | 'italic'>>;

/** Captions as they are painted into a video. */
export interface PaintedCaptions {
  /** Cues in order of time. */
  cues: readonly PaintedCue[];
  style: CaptionStyle;
}

type Canvas = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
/** Pixels. */
interface Size {
  width: number;
  height: number;
}

const INK = '#fff';
/** How much larger the spoken word is. */
const POP = 1.15;

/** The cues that are shown at a time in seconds of the recording: of everybody who speaks then. */
export const cuesAt = <Shown extends PaintedCue>(cues: readonly Shown[], seconds: number): Shown[] =>
  cues.filter(({ startMs, endMs }) => startMs <= seconds * 1000 && seconds * 1000 < endMs);

/** The captions whose letters would be too small to be read in a picture of this size. */
export function withoutRoom(context: Canvas, size: Size, { cues, style }: PaintedCaptions): PaintedCue[] {
  return cues.filter((cue) => !layOutCaptions(context, size, [cue], style).fits);
}

/** Prepares painting: colours are those of all voices of a video, not of a moment. */
export function captionPaint(context: Canvas, size: Size, { cues, style }: PaintedCaptions) {
  const colourOf = coloursOf(
    cues.map(({ voice = null }) => ({ voice })),
    style,
  );
  /** Paints the captions of a time in seconds into the picture, at the top or the bottom. */
  return (seconds: number): void => {
    const shown = cuesAt(cues, seconds);
    if (shown.length === 0) return;
    const layout = layOutCaptions(context, size, shown, style);
    const letters = shown.flatMap(({ voice = null, italic, ...cue }) =>
      layOutCaptions(context, size, [cue], style).rows.map(() => ({
        ink: colourOf(voice)?.hex ?? INK,
        italic,
      })),
    );
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    for (const [at, row] of layout.rows.entries()) {
      const left = (size.width - row.width) / 2;
      const { ink = INK, italic } = letters[at] ?? {};
      const place = { left, middle: layout.top + (at + 0.5) * layout.line, ink };
      context.font = fontOf(layout.pixels, style, italic);
      paintRow(context, { row, layout, style, place, now: seconds * 1000 });
    }
  };
}

interface RowToPaint {
  row: PlacedRow;
  layout: CaptionLayout;
  style: CaptionStyle;
  /** Left end and middle of the row, and the colour of its letters. */
  place: { left: number; middle: number; ink: string };
  /** Milliseconds. */
  now: number;
}

function paintRow(context: Canvas, { row, layout, style, place, now }: RowToPaint): void {
  const { pixels, line } = layout;
  const { left, middle, ink } = place;
  // Punctuation belongs to the left end of a row that is read from the right.
  context.direction = row.fromRight ? 'rtl' : 'ltr';
  if (style.background) {
    context.fillStyle = 'rgb(0 0 0 / 75%)';
    context.fillRect(left - pixels / 2, middle - line / 2, row.width + pixels, line);
  }
  const write = (text: string, x: number, colour: string) => {
    context.textAlign = 'center';
    if (!style.background) {
      context.strokeStyle = '#000';
      context.lineWidth = pixels / 6;
      context.strokeText(text, x, middle);
    }
    context.fillStyle = colour;
    context.fillText(text, x, middle);
  };
  if (style.look === 'plain' || row.parts.every(({ word }) => word === null)) {
    write(row.text, left + row.width / 2, ink);
    return;
  }
  const centre = (part: PlacedPart) => left + part.left + part.width / 2;
  const isNow = ({ word }: PlacedPart) => word !== null && word.startMs <= now && now < word.endMs;
  for (const part of row.parts) if (!isNow(part)) write(part.text, centre(part), colourOfPart(part));
  for (const part of row.parts.filter(isNow)) paintWord(part);

  function colourOfPart({ word }: PlacedPart): string {
    return style.look === 'fill' && word && word.startMs <= now ? style.accent : ink;
  }

  function paintWord(part: PlacedPart): void {
    const { look, accent } = style;
    if (look === 'highlight') write(part.text, centre(part), accent);
    if (look === 'pop') {
      context.save();
      context.translate(centre(part), middle);
      context.scale(POP, POP);
      context.translate(-centre(part), -middle);
      write(part.text, centre(part), accent);
      context.restore();
    }
    if (look === 'box') {
      const round = pixels / 5;
      context.fillStyle = accent;
      context.beginPath();
      context.roundRect(left + part.left - round, middle - line / 2, part.width + 2 * round, line, round);
      context.fill();
      context.fillStyle = inkOn(accent);
      context.textAlign = 'center';
      context.fillText(part.text, centre(part), middle);
    }
    if (look === 'fill' && part.word) {
      write(part.text, centre(part), ink);
      const { startMs, endMs } = part.word;
      const said = (part.width * (now - startMs)) / Math.max(1, endMs - startMs);
      context.save();
      context.beginPath();
      const from = left + part.left + (row.fromRight ? part.width - said : 0);
      context.rect(from, middle - line, said, 2 * line);
      context.clip();
      write(part.text, centre(part), accent);
      context.restore();
    }
  }
}
