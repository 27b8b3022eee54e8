import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { firstIndex } from '../../lib/first-index.ts';
import type { WordPlace } from './unsure-words.ts';

/** Seconds a word remains marked after its end if no other has begun. */
const LINGER = 0.35;
/** Paragraphs that may overlap in time: those of other channels. */
const LOOK_BACK = 8;

/** The word spoken at a time in seconds; null in a pause. Of overlapping ones, the one that began last. */
export function wordAtTime({ paragraphs }: CorrectedTranscript, time: number): WordPlace | null {
  const next = firstIndex(paragraphs.length, (index) => (paragraphs[index]?.start ?? 0) > time);
  let best: (WordPlace & { start: number }) | null = null;
  for (let index = next - 1; index >= Math.max(0, next - LOOK_BACK); index--) {
    const words = paragraphs[index]?.words ?? [];
    const word = words.findLastIndex(({ start }) => start <= time);
    const spoken = words[word];
    if (spoken && time <= spoken.end + LINGER && (!best || spoken.start > best.start)) {
      best = { paragraph: index, word, start: spoken.start };
    }
  }
  return best && { paragraph: best.paragraph, word: best.word };
}
