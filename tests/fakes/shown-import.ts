import type { ImportedPassage } from '../../src/contract/transcripts/imported-transcript.ts';
import { readImport } from '../../src/document/import/read-import.ts';
import { inEnglish } from '../../src/lib/errors/msg.ts';

const shownPassage = ({ start, end, voice, text }: ImportedPassage): string =>
  `${start}-${end} ${voice === null ? '' : `[${voice}] `}"${text}"`;

/** What is read of a file: a line for each passage with its times, who speaks and the text. */
export function shownImport(name: string, content: string): { passages: string[]; notes: string[] } {
  const read = readImport({ name, bytes: new TextEncoder().encode(content), format: null });
  if (!('passages' in read)) throw new Error('It holds a document.');
  return { passages: read.passages.map(shownPassage), notes: read.notes.map(inEnglish) };
}
