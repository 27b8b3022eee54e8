import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shownImport } from '../../../tests/fakes/shown-import.ts';
import { IMPORT_FORMATS } from '../../contract/transcripts/imported-transcript.ts';
import { z } from '../../lib/zod.ts';

const FOLDER = 'tests/cases/imports';

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
    /** The message of a refusal. */
    refused: z.string().optional(),
  }),
);

const casesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      rows
        .parse(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
        .map((row, at) => ({ ...row, place: `${file} ${at}` })),
    );

/** The cases of a folder in which something else is read. */
const wrongIn = (folder: string) =>
  casesIn(folder).flatMap(
    ({ kind, place, name, format = null, text, base64 = '', as, right, notes, refused }) => {
      let found: unknown;
      try {
        const { passages, ...read } = shownImport(
          name,
          text ?? new Uint8Array(Buffer.from(base64, 'base64')),
          format,
        );
        found = { right: passages, notes: read.notes, as: read.format };
      } catch (error) {
        found = { refused: error instanceof Error ? error.message : error };
      }
      const wanted = refused === undefined ? { right, notes, as } : { refused };
      return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [{ kind, place, found, wanted }];
    },
  );

describe('files of other programs', () => {
  it('are read as the tables of cases say', () => {
    expect(wrongIn(FOLDER)).toEqual([]);
  });

  // Chosen by a hash of the file, and never read while readers and mappings are written.
  it('are read so where the cases are sealed', ({ annotate }) => {
    const wrong = wrongIn(`${FOLDER}/sealed`);
    const all = casesIn(`${FOLDER}/sealed`).length;
    void annotate(`${all - wrong.length} of ${all} sealed cases are right`);
    expect(wrong).toEqual([]);
  });
});
