import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { distinguishedSpeakers } from '../../../document/speakers.ts';
import { firstIndex } from '../../../lib/first-index.ts';

/** Loudness grows with this power of the sound pressure: Stevens (1955). */
const LOUDNESS = 0.6;
/** Share of the peaks other than silence that is at most full height: one bang does not flatten an hour of speech. */
const MOST = 0.98;

/** The peak that is drawn in full height, of 255. */
export function loudestOf(peaks: Uint8Array): number {
  const heard = peaks.filter((peak) => peak > 0).sort();
  return heard[Math.floor(heard.length * MOST)] ?? 1;
}

/** How loud each column of a waveform is to people, 0 to 1; `loudest` is the peak of 255 that is 1. */
export function columnsOf(
  { rate, peaks, loudest }: { rate: number; peaks: Uint8Array; loudest: number },
  { start, end }: { start: number; end: number },
  columns: number,
): number[] {
  const perColumn = ((end - start) * rate) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor(start * rate + column * perColumn);
    const to = Math.max(from + 1, Math.floor(start * rate + (column + 1) * perColumn));
    let energy = 0;
    for (let index = from; index < to; index++) energy += (peaks[index] ?? 0) ** 2;
    return Math.min(1, (Math.sqrt(energy / (to - from)) / loudest) ** LOUDNESS);
  });
}

/** The part of a recording that is shown after zooming at a time; `factor` below 1 shows less. */
export function zoomed(
  { start, end }: { start: number; end: number },
  at: number,
  factor: number,
  duration: number,
): { start: number; end: number } {
  const length = Math.min(duration, Math.max(Math.min(2, duration), (end - start) * factor));
  const share = end > start ? (at - start) / (end - start) : 0;
  const from = Math.min(Math.max(0, at - share * length), duration - length);
  return { start: from, end: from + length };
}

/** A stretch that one speaker says; times in seconds. */
export interface VoiceSpan {
  start: number;
  end: number;
  /** Number of the speaker's colour; null without speakers. */
  colour: number | null;
}

/** Who speaks when, in order. */
export function voiceSpans(document: CorrectedTranscript): VoiceSpan[] {
  const colours = new Map(distinguishedSpeakers(document).map(({ id, colour }) => [id, colour]));
  return document.paragraphs
    .map(({ start, end, speaker }) => ({ start, end, colour: colours.get(speaker ?? '') ?? null }))
    .sort((a, b) => a.start - b.start);
}

/** The colour of the speaker at a time; null for nobody. */
export function colourAt(spans: readonly VoiceSpan[], seconds: number): number | null {
  const span = spans[firstIndex(spans.length, (one) => (spans[one]?.start ?? 0) > seconds) - 1];
  return span && seconds <= span.end ? span.colour : null;
}
