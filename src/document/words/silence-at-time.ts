import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { firstIndex } from '../../lib/first-index.ts';

/** Seconds between two words from which on nobody waits for the next one. */
const LONG = 1;
/** Paragraphs that may overlap in time: those of other channels. */
const LOOK_BACK = 8;

/**
 * The long silence at a time, in seconds: from the end of the word before, or 0, to the start of the next one, in any channel. Null within
 * words, short pauses and after the last word.
 */
export function silenceAtTime(
  { paragraphs }: CorrectedTranscript,
  time: number,
): { start: number; end: number } | null {
  const next = firstIndex(paragraphs.length, (index) => (paragraphs[index]?.start ?? 0) > time);
  let [start, end] = [0, paragraphs[next]?.start ?? Number.POSITIVE_INFINITY];
  for (const { words } of paragraphs.slice(Math.max(0, next - LOOK_BACK), next)) {
    for (const word of words) {
      if (word.start <= time) start = Math.max(start, word.end);
      else {
        end = Math.min(end, word.start);
        break;
      }
    }
  }
  return start <= time && Number.isFinite(end) && end - start > LONG ? { start, end } : null;
}
