import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';

/** Id of the speaker who says most in a stretch of a channel; null for nobody. Times in seconds. */
export function speakerDuring(
  { paragraphs }: Pick<CorrectedTranscript, 'paragraphs'>,
  { channel, start, end }: { channel: number; start: number; end: number },
): string | null {
  const said = new Map<string, number>();
  for (const paragraph of paragraphs) {
    if (paragraph.channel !== channel || paragraph.speaker === null) continue;
    const seconds = paragraph.words.reduce(
      (sum, word) => sum + Math.max(0, Math.min(word.end, end) - Math.max(word.start, start)),
      0,
    );
    said.set(paragraph.speaker, (said.get(paragraph.speaker) ?? 0) + seconds);
  }
  const [most] = [...said].toSorted(([, a], [, b]) => b - a);
  return most && most[1] > 0 ? most[0] : null;
}
