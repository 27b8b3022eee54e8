import { type OwnMapping, ownMapping, ownMappings } from '../../contract/transcripts/import-mapping.ts';
import type { ColumnChoice, ImportSample } from '../../document/import/own/sample-of.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { getSettings, updateSettings, watchSettings } from './settings.ts';

export type { OwnMapping } from '../../contract/transcripts/import-mapping.ts';
export type { ColumnChoice, ImportSample } from '../../document/import/own/sample-of.ts';

/** Larger files are not read on the page's thread; bytes. */
const MOST_BYTES = 20_000_000;

/** An exported file has one or several. */
const exported = z.union([ownMappings, ownMapping.transform((one) => [one])]);

// Loaded when it is first needed: the page is drawn before that.
const samples = () => import('../../document/import/own/sample-of.ts');

const list = async (): Promise<OwnMapping[]> => (await getSettings()).import_mappings;

/** Replaces those of the same names. */
async function put(added: readonly OwnMapping[]): Promise<OwnMapping[]> {
  const names = new Set(added.map(({ program }) => program));
  const kept = (await list()).filter(({ program }) => !names.has(program));
  return (await updateSettings({ import_mappings: [...added, ...kept] })).import_mappings;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** How a person's files of further programs are read. */
export const importMappings = {
  list,
  /** A file as rows and columns; null if it has none that could be shown. */
  sampleOf: async (file: File): Promise<ImportSample | null> =>
    file.size > MOST_BYTES
      ? null
      : (await samples()).sampleOf(file.name, new Uint8Array(await file.arrayBuffer())),
  /** Remembers which column is which in all files like the sample. */
  answer: async (program: string, sample: ImportSample, choice: ColumnChoice): Promise<OwnMapping[]> =>
    put([(await samples()).mappingOf(program, sample, choice)]),
  remove: async (program: string): Promise<OwnMapping[]> =>
    (await updateSettings({ import_mappings: (await list()).filter((one) => one.program !== program) }))
      .import_mappings,
  /** Adds the mappings of an exported file. Throws 400 if it is not one. */
  import: async (text: string): Promise<OwnMapping[]> => {
    const parsed = exported.safeParse(parseJson(text));
    if (!parsed.success)
      throw new AppError('invalid_request', msg`This file has no mapping: export one to see its form.`);
    return put(parsed.data);
  },
  watch: watchSettings,
};
