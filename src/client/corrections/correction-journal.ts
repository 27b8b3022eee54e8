import {
  CORRECTED_FORMAT,
  correctedHead,
  paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { z } from '../../lib/zod.ts';

/** Local storage is written even as a page ends, unlike the database. Each sitting at the editor has its own entry. */
const entry = z.object({
  format: z.literal(CORRECTED_FORMAT),
  job_id: z.uuid(),
  sitting: z.string(),
  /** Counts the changes of the sitting. */
  change: z.int(),
  /** The revision that they were made on. */
  revision: z.int().min(0),
  /** When, in milliseconds since 1970. */
  time: z.number(),
  difference: z.object({
    head: correctedHead.partial(),
    order: z.array(z.string()).nullable(),
    paragraphs: z.array(paragraph),
  }),
});

export type JournalEntry = z.infer<typeof entry>;

const PREFIX = 'earshot-unsaved-';
/** Characters of one entry. Browsers give a site five million for everything. */
const MOST = 1_500_000;

const keyOf = ({ job_id, sitting }: Pick<JournalEntry, 'job_id' | 'sitting'>) =>
  `${PREFIX}${job_id}-${sitting}`;

/** Keeps an entry in place of the sitting's last one; false if there is no room for it, which leaves that one. */
export function writeJournal(made: Omit<JournalEntry, 'format' | 'time'>): boolean {
  const text = JSON.stringify({ format: CORRECTED_FORMAT, time: Date.now(), ...made });
  if (text.length > MOST) return false;
  try {
    localStorage.setItem(keyOf(made), text);
    return true;
  } catch {
    return false;
  }
}

export function removeJournal(made: Pick<JournalEntry, 'job_id' | 'sitting'>): void {
  localStorage.removeItem(keyOf(made));
}

/** Removes all entries of a job. */
export function forgetJournals(jobId: string): void {
  for (const key of keys(jobId)) localStorage.removeItem(key);
}

/** The entries of a job, oldest first. What a newer version of the app wrote remains where it is. */
export function journalsOf(jobId: string): JournalEntry[] {
  return keys(jobId)
    .flatMap((key) => entry.safeParse(parseJson(localStorage.getItem(key))).data ?? [])
    .sort((a, b) => a.time - b.time);
}

/** Ids of the jobs that have entries. */
export const journaledJobs = (): string[] => [
  ...new Set(keys('').map((key) => key.slice(PREFIX.length, PREFIX.length + 36))),
];

function keys(jobId: string): string[] {
  const all = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  return all.filter((key) => key.startsWith(PREFIX + jobId));
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
