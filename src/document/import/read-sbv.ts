import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import type { ImportNotes } from './import-notes.ts';
import { readCaptions } from './read-captions.ts';

const TIMES =
  /^[ \t]*(\d+:\d{1,2}:\d{1,2}[.:]\d{1,3})[ \t]*,[ \t]*(\d+:\d{1,2}:\d{1,2}[.:]\d{1,3})[ \t]*$/gmu;

/** YouTube's SBV, and SubViewer: SubRip with other times, and with rows that may be parted by a tag. */
export const readSbv = (name: string, content: string, notes: ImportNotes): ImportedPassage[] =>
  readCaptions(
    name,
    content
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(TIMES, '$1 --> $2')
      .replaceAll(/\[br\]/gi, '\n'),
    notes,
    'srt',
  );
