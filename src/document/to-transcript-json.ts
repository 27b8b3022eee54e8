import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import type { TranscriptJson } from '../contract/transcripts/transcript-json.ts';
import type { SpokenParagraph } from './spoken-paragraphs.ts';

/** Whose edit it is, and how often it was saved. */
export interface AboutTranscript {
  id: string;
  revision: number;
  edited_at: string | null;
}

/** Languages by the seconds of their words, most first; on a tie, the one spoken first. */
function languagesOf(paragraphs: readonly SpokenParagraph[]): TranscriptJson['languages'] {
  const seconds = new Map<TranscriptJson['languages'][number], number>();
  for (const { language, words } of paragraphs) {
    const spoken = words.reduce((sum, { start, end }) => sum + end - start, 0);
    seconds.set(language, (seconds.get(language) ?? 0) + spoken);
  }
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language);
}

/** The document as the API gives it in JSON. */
export const toTranscriptJson = (
  { duration, speakers, chapters, notes, imported }: CorrectedTranscript,
  paragraphs: readonly SpokenParagraph[],
  { id, revision, edited_at }: AboutTranscript,
): TranscriptJson => ({
  id,
  revision,
  edited_at,
  imported: imported && {
    name: imported.name,
    format: imported.format,
    aligned: imported.aligned,
    heard: imported.heard,
    notes: imported.notes,
  },
  audio_duration: duration,
  full_transcript: paragraphs.map(({ text }) => text).join(' '),
  languages: languagesOf(paragraphs),
  speakers: speakers.map(({ number, channel, name }) => ({ speaker: number, channel, name })),
  utterances: [...paragraphs],
  chapters: chapters.map(({ start, title }) => ({ start, title })),
  notes: notes.map(({ kind, start, end, text }) => ({ kind, start, end, text })),
});
