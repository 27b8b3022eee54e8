import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { nameOf } from '../../document/speakers.ts';
import { spokenParagraphs } from '../../document/spoken-paragraphs.ts';
import {
  LIBRARY_FORMAT,
  type LibraryFacts,
  type LibraryPassage,
} from '../../storage/library/library-texts.ts';

interface Made {
  facts: LibraryFacts;
  passages: LibraryPassage[];
}

/**
 * What is searched of a transcript: its paragraphs as exports have them, without struck and redacted words, its notes
 * and its chapters.
 */
export function libraryTextOf(
  document: CorrectedTranscript,
  about: Pick<LibraryFacts, 'job_id' | 'completed_at' | 'revision' | 'languages' | 'duration'>,
): Made {
  const spoken = spokenParagraphs(document, { names: true });
  const byParagraph = new Map(document.paragraphs.map(({ id, speaker }) => [id, speaker]));
  const heard = new Set(spoken.map(({ id }) => byParagraph.get(id)));
  const people = document.speakers.filter(({ id }) => heard.has(id));
  const speakers = [...new Set(people.map((one) => nameOf(one)))];
  const indices = new Map(people.map((one) => [one.id, speakers.indexOf(nameOf(one))]));
  const passages: LibraryPassage[] = [
    ...spoken.map(({ id, start, text }) => ({
      kind: 'text' as const,
      start,
      speaker: indices.get(byParagraph.get(id) ?? '') ?? null,
      text,
    })),
    ...document.notes.flatMap(({ start, text }) =>
      text.trim() ? [{ kind: 'note' as const, start, speaker: null, text }] : [],
    ),
    ...document.chapters.map(({ start, title }) => ({
      kind: 'chapter' as const,
      start,
      speaker: null,
      text: title,
    })),
  ];
  return { facts: { ...about, format: LIBRARY_FORMAT, speakers }, passages };
}
