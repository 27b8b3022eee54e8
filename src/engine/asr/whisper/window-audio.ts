import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import { SAMPLE_RATE, type SpeechWindow, type WindowPiece } from '../../audio/windows/speech-window.ts';
import { leadSilence } from './lead-silence.ts';

export function moved<Span extends TimeSpan>(span: Span, seconds: number): Span {
  return { ...span, start: span.start + seconds, end: span.end + seconds };
}

/** The speech in a part of the window, in seconds of that part. */
export function speechIn(window: SpeechWindow, offset: number, duration: number): TimeSpan[] | undefined {
  return window.speech?.flatMap(({ start, end }) => {
    const span = { start: Math.max(start - offset, 0), end: Math.min(end - offset, duration) };
    return span.end > span.start ? [span] : [];
  });
}

/** A window of one piece may not name it. */
export const piecesOf = ({ pieces, pcm }: SpeechWindow): WindowPiece[] =>
  pieces.length > 0 ? pieces : [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }];

/** Audio of neighbouring pieces, without long silence before the first word. */
export function audioOf(
  window: SpeechWindow,
  pieces: readonly WindowPiece[],
): { pcm: Float32Array; offset: number } {
  const start = pieces[0]?.windowStart ?? 0;
  const last = pieces.at(-1);
  const end = last ? last.windowStart + last.duration : window.pcm.length / SAMPLE_RATE;
  const whole = window.pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
  const skipped = leadSilence(whole);
  return { pcm: whole.subarray(skipped), offset: start + skipped / SAMPLE_RATE };
}
