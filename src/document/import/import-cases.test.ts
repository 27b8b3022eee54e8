import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPassages, shownImport } from '../../../tests/fakes/shown-import.ts';
import { ownMapping } from '../../contract/transcripts/import-mapping.ts';
import { IMPORT_FORMATS } from '../../contract/transcripts/imported-transcript.ts';
import { z } from '../../lib/zod.ts';
import { importedDocument } from './imported-document.ts';
import { mappingOf, sampleOf } from './own/sample-of.ts';

const FOLDER = 'tests/cases/imports';
/** The least number of sealed cases that are right. */
const LEAST_SEALED = 153;

const rows = z.array(
  z.strictObject({
    kind: z.string(),
    name: z.string(),
    /** By the request's media type. */
    format: z.enum(IMPORT_FORMATS).optional(),
    text: z.string().optional(),
    base64: z.string().optional(),
    /** What it is read as. */
    as: z.enum(IMPORT_FORMATS).optional(),
    /** As `shownPassage` writes them. */
    right: z.array(z.string()).optional(),
    notes: z.array(z.string()).default([]),
    /** What the document has: `0-1 Ada: Hi@0 there.@0.5`. */
    paragraphs: z.array(z.string()).optional(),
    /** Which columns a person says are the time, the speaker and the text. */
    answers: z.tuple([z.string().nullable(), z.string().nullable(), z.string()]).optional(),
    /** The message of a refusal. */
    refused: z.string().optional(),
  }),
);

type Row = z.infer<typeof rows>[number];

const casesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      rows
        .parse(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
        .map((row, at) => ({ ...row, place: `${file} ${at}` })),
    );

/** What is read of a case, as its row says what is right. */
function foundIn({ name, format, text, base64 = '', paragraphs, answers }: Row) {
  try {
    const content = text ?? new Uint8Array(Buffer.from(base64, 'base64'));
    const own = answers ? [answeredMapping(name, text ?? '', answers)] : [];
    const read = shownImport(name, content, format ?? null, own);
    const { passages: right, notes, format: as } = read;
    return { right, notes, as, ...(paragraphs && { paragraphs: shownParagraphs(name, content) }) };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : error };
  }
}

/** A person's mapping, as the dialog makes it of the answers. */
function answeredMapping(name: string, text: string, answers: NonNullable<Row['answers']>) {
  const sample = sampleOf(name, new TextEncoder().encode(text));
  if (!sample) throw new Error('It has no rows.');
  const [start, voice, said] = answers.map((title) => {
    const index = sample.columns.indexOf(title ?? '');
    if (title !== null && index < 0)
      throw new Error(`It has no column ${title}, but ${sample.columns.join()}`);
    return title === null ? null : index;
  });
  return ownMapping.parse(
    JSON.parse(
      JSON.stringify(
        mappingOf('Own', sample, { start: start ?? null, voice: voice ?? null, text: said ?? 0 }),
      ),
    ),
  );
}

/** The paragraphs of the document that is made of a file. */
function shownParagraphs(name: string, content: string | Uint8Array<ArrayBuffer>): string[] {
  const { passages, format } = readPassages(name, content);
  const from = { name, format, notes: [] };
  const document = importedDocument({ passages, from, machine: null, duration: 60, language: 'en' });
  const names = new Map(document.speakers.map((speaker) => [speaker.id, speaker.name]));
  return document.paragraphs.map(({ start, end, speaker, words }) => {
    const said = words.map((word) => `${word.word}@${word.start}`).join('');
    return `${start}-${end} ${names.get(speaker ?? '')}:${said}`;
  });
}

/** The cases of a folder in which something else is read. */
const wrongIn = (folder: string) =>
  casesIn(folder).flatMap((row) => {
    const { kind, place, right, notes, as, paragraphs, refused } = row;
    const found = foundIn(row);
    const wanted =
      refused === undefined ? { right, notes, as, ...(paragraphs && { paragraphs }) } : { refused };
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ kind, place, found, wanted }];
  });

describe('files of other programs', () => {
  it('are read as the tables of cases say', () => {
    expect(wrongIn(FOLDER)).toEqual([]);
  });

  // Chosen by a hash of the file, and never read while readers and mappings are written: only their number is reported.
  it('are read so where the cases are sealed', ({ annotate }) => {
    const all = casesIn(`${FOLDER}/sealed`).length;
    const right = all - wrongIn(`${FOLDER}/sealed`).length;
    void annotate(`${right} of ${all} sealed cases are right`);
    expect(right).toBeGreaterThanOrEqual(LEAST_SEALED);
  });
});
