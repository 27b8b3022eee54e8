import type { CaptionStyle } from '../../../contract/transcripts/corrected-transcript.ts';

/** A caption of a video: its rows, and when they are shown, in milliseconds of the recording. */
export interface PaintedCue {
  startMs: number;
  endMs: number;
  rows: readonly string[];
}

/** Captions as they are painted into a video. */
export interface PaintedCaptions {
  /** In order of time. */
  cues: readonly PaintedCue[];
  style: CaptionStyle;
}

/** Heights of letters, of the shorter side of the picture. */
const SIZES = { small: 0.045, medium: 0.06, large: 0.08 } as const;
const WIDEST = 0.92;
const MARGIN = 0.05;
const LINE = 1.3;

/** The rows that are shown at a time in seconds of the recording: of everybody who speaks then. */
export const rowsAt = (cues: readonly PaintedCue[], seconds: number): string[] =>
  cues
    .filter(({ startMs, endMs }) => startMs <= seconds * 1000 && seconds * 1000 < endMs)
    .flatMap(({ rows }) => rows);

/** Paints rows into a picture of this size, in pixels, at the top or the bottom; smaller where one would not fit. */
export function paintCaptions(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  rows: readonly string[],
  { size, place, background }: CaptionStyle,
): void {
  if (rows.length === 0) return;
  const wanted = SIZES[size] * Math.min(width, height);
  const write = (pixels: number) => {
    context.font = `${pixels}px system-ui, sans-serif`;
    return Math.max(...rows.map((row) => context.measureText(row).width));
  };
  const pixels = Math.floor(wanted * Math.min(1, (WIDEST * width) / write(wanted)));
  write(pixels);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const line = pixels * LINE;
  const first = place === 'top' ? MARGIN * height : height * (1 - MARGIN) - rows.length * line;
  for (const [at, row] of rows.entries()) {
    const middle = first + (at + 0.5) * line;
    // Right-to-left rows begin with such a letter, and punctuation belongs to their left end.
    context.direction = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(row) ? 'rtl' : 'ltr';
    if (background) {
      const across = context.measureText(row).width + pixels;
      context.fillStyle = 'rgb(0 0 0 / 75%)';
      context.fillRect((width - across) / 2, middle - line / 2, across, line);
    } else {
      context.strokeStyle = '#000';
      context.lineWidth = pixels / 6;
      context.strokeText(row, width / 2, middle);
    }
    context.fillStyle = '#fff';
    context.fillText(row, width / 2, middle);
  }
}
