import type { ImportedPassage } from '../../src/contract/transcripts/imported-transcript.ts';
import { readImport } from '../../src/document/import/read-import.ts';
import { inEnglish } from '../../src/lib/errors/msg.ts';

const shownPassage = ({ start, end, voice, text }: ImportedPassage): string =>
  `${start}-${end} ${voice === null ? '' : `[${voice}] `}"${text}"`;

/** What is read of a file that is no document. */
export function readPassages(name: string, content: string) {
  const read = readImport({ name, bytes: new TextEncoder().encode(content), format: null });
  if (!('passages' in read)) throw new Error('It holds a document.');
  return read;
}

/** What is read of a file: a line for each passage with its times, who speaks and the text. */
export function shownImport(name: string, content: string): { passages: string[]; notes: string[] } {
  const read = readPassages(name, content);
  return { passages: read.passages.map(shownPassage), notes: read.notes.map(inEnglish) };
}

/** What is read of a file: a line for each passage, as above, and when its words begin. */
export const shownWithWords = (name: string, content: string): string[] =>
  readPassages(name, content).passages.map((passage) =>
    [shownPassage(passage), ...(passage.words ?? []).map((word) => word.start)].join(' '),
  );

/** The passages that are read of a value as JSON. */
export const shownJson = (value: unknown): string[] => shownImport('a.json', JSON.stringify(value)).passages;

/** The words that are read of a value as JSON, with their times. */
export const wordsOfJson = (value: unknown): (string | number)[][] =>
  readPassages('a.json', JSON.stringify(value)).passages.flatMap(
    ({ words }) => words?.map(({ word, start, end }) => [word.trim(), start, end]) ?? [],
  );
