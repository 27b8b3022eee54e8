import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';

/** Seconds of an excerpt by which a person recognises the speaker. */
const LONGEST = 8;

/** The stretches by which a speaker is recognised best: of the longest paragraphs, in order of time. */
export const excerptsOf = ({ paragraphs }: CorrectedTranscript, speaker: string, count = 2) =>
  paragraphs
    .filter((paragraph) => paragraph.speaker === speaker && paragraph.words.length > 0)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, count)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ start, end: Math.min(end, start + LONGEST) }));

const lengthOf = ({ start, end }: Paragraph) => Math.min(end - start, LONGEST);
