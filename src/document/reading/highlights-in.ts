import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';

interface Timed {
  start: number;
  end: number;
}

/** Returns whether a word of a paragraph is highlighted: its middle is in the stretch. */
export function highlightsIn(
  { notes }: Pick<CorrectedTranscript, 'notes'>,
  { start, end, channel }: Timed & { channel: number },
): (word: Timed) => boolean {
  const near = notes.filter(
    (note) =>
      note.kind === 'highlight' &&
      note.end > start &&
      note.start < end &&
      (note.channel ?? channel) === channel,
  );
  return (word) => {
    const middle = (word.start + word.end) / 2;
    return near.some((note) => middle >= note.start && middle < note.end);
  };
}
