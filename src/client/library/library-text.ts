import type { CorrectedTranscript, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
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

/** Its paragraphs as exports have them, without struck and redacted words, its notes and its chapters. */
export function libraryTextOf(
  document: Pick<CorrectedTranscript, 'speakers' | 'notes' | 'chapters'> & {
    paragraphs: Iterable<Paragraph>;
  },
  about: Pick<LibraryFacts, 'job_id' | 'completed_at' | 'revision' | 'languages' | 'duration'>,
): Made {
  // One paragraph's words at a time: the text of ten hours is small, its words are not.
  const spoken: { start: number; text: string; speaker: string | null }[] = [];
  const written = new Set<string>();
  for (const paragraph of document.paragraphs) {
    const [one] = spokenParagraphs({ paragraphs: [paragraph], speakers: document.speakers });
    if (!one) continue;
    written.add(one.language);
    spoken.push({ start: one.start, text: one.text, speaker: paragraph.speaker });
  }
  const heard = new Set(spoken.map(({ speaker }) => speaker));
  const people = document.speakers.filter(({ id }) => heard.has(id));
  const speakers = [...new Set(people.map((one) => nameOf(one)))];
  const indices = new Map(people.map((one) => [one.id, speakers.indexOf(nameOf(one))]));
  const passages: LibraryPassage[] = [
    ...spoken.map(({ start, text, speaker }) => ({
      kind: 'text' as const,
      start,
      speaker: indices.get(speaker ?? '') ?? null,
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
  // None is recognised where nothing was, as beside an import.
  const languages = about.languages.length > 0 ? about.languages : [...written];
  return { facts: { ...about, languages, format: LIBRARY_FORMAT, speakers }, passages };
}
