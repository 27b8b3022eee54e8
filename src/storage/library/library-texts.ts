import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { LIBRARY } from './library-stores.ts';

/** Version of these shapes: rows of another one are made anew. */
export const LIBRARY_FORMAT = 2;

/** What lists need of a transcript. */
export const libraryFacts = z.object({
  job_id: z.string(),
  format: z.literal(LIBRARY_FORMAT),
  /** When the job ended, and how often its transcript had been saved by a person: what the text was made from. */
  completed_at: z.string().nullable(),
  revision: z.int().min(0),
  languages: z.array(z.string()),
  /** Seconds; null if unknown. */
  duration: z.number().nullable(),
  /** As people call them. */
  speakers: z.array(z.string()),
});

/** A passage that can be found: a paragraph of the transcript, a note or a chapter. */
export const libraryPassage = z.object({
  kind: z.enum(['text', 'note', 'chapter']),
  /** Seconds. */
  start: z.number(),
  /** Index among the speakers; null for none. */
  speaker: z.int().min(0).nullable(),
  text: z.string(),
});

export const libraryText = z.object({ job_id: z.string(), passages: z.array(libraryPassage) });

export type LibraryFacts = z.infer<typeof libraryFacts>;
export type LibraryPassage = z.infer<typeof libraryPassage>;

/** The facts of all jobs that have present ones, by job. */
export async function readFacts(): Promise<Map<string, LibraryFacts>> {
  const rows = await (await database()).getAll('library-facts');
  return new Map(
    rows.flatMap((row) => {
      const { data } = libraryFacts.safeParse(row);
      return data ? [[data.job_id, data] as const] : [];
    }),
  );
}

/** The passages of a job in order of their kinds and times; empty if there are none. */
export async function readPassages(jobId: string): Promise<LibraryPassage[]> {
  const row = await (await database()).get('library-texts', jobId);
  return libraryText.safeParse(row).data?.passages ?? [];
}

/** Stores what was made of a transcript; not if its job was deleted meanwhile. */
export async function storeLibraryText(facts: LibraryFacts, passages: LibraryPassage[]): Promise<void> {
  await changeStores(['jobs', ...LIBRARY], async (transaction) => {
    const { job_id } = facts;
    if ((await transaction.objectStore('jobs').getKey(job_id)) === undefined) return;
    await Promise.all([
      transaction.objectStore('library-facts').put(facts),
      transaction.objectStore('library-texts').put({ job_id, passages }),
    ]);
  });
}

const headRow = z.object({ job_id: z.string(), revision: z.int() });

/** How often each corrected transcript was saved, by job. */
export async function readRevisions(): Promise<Map<string, number>> {
  const rows = await (await database()).getAll('edits');
  return new Map(
    rows.flatMap((row) => {
      const { data } = headRow.safeParse(row);
      return data ? [[data.job_id, data.revision] as const] : [];
    }),
  );
}
