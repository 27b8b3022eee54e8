import { onChannelMessage } from '../../contract/realms/channel.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { withDifference } from '../../document/runs/difference.ts';
import type { SavedTranscript } from '../../storage/corrections/corrected-records.ts';
import { getJob } from '../../storage/jobs/job-store.ts';
import { isNewDatabase } from '../../storage/second-place/new-database.ts';
import {
  machineTranscript,
  type OpenedTranscript,
  readCorrected,
  storeCorrected,
  versions,
} from './corrected-transcripts.ts';
import {
  forgetJournals,
  type JournalEntry,
  journaledJobs,
  journalsOf,
  removeJournal,
} from './correction-journal.ts';

/** How long the page that wrote an entry may take to end. */
const ENDING_MS = 3000;

/** An entry that could not be stored, such as on a full disk. */
export interface Unstored {
  sitting: string;
  change: number;
  /** What is stored. */
  saved: OpenedTranscript;
  document: CorrectedTranscript;
  error: unknown;
}

/** What became of a job's entries. */
export interface Recovered {
  /** Whether corrections were kept as a version, since others were saved after they had begun. */
  aside: boolean;
  unstored: Unstored | null;
}

const NOTHING: Recovered = { aside: false, unstored: null };

/**
 * Stores what pages could not store before they ended: into the transcript if it is as they had it, otherwise as a version.
 * The caller holds the right to edit.
 *
 * @param label of such a version
 * @param own sitting of the caller, whose entries remain: it makes the changes itself
 * @throws AppError as `readCorrected`; the entries remain
 */
export async function recoverCorrections(jobId: string, label: string, own?: string): Promise<Recovered> {
  const recovered = { ...NOTHING };
  for (const entry of othersOf(jobId, own)) {
    const job = await getJob(jobId);
    if (!job) {
      forgetJournals(jobId);
      return recovered;
    }
    const edit = await readCorrected(jobId);
    const saved = edit ?? machineTranscript(job);
    const document = withDifference(saved.document, entry.difference);
    if (!isStored(entry, edit, document)) {
      const { sitting, change } = entry;
      try {
        if (isFor(entry, edit))
          await storeCorrected(
            jobId,
            document,
            { ...saved, document: edit?.document ?? null },
            { sitting, change },
          );
        else {
          await versions.keep(jobId, document, label);
          recovered.aside = true;
        }
      } catch (error) {
        return { ...recovered, unstored: { sitting, change, saved, document, error } };
      }
    }
    removeJournal(entry);
  }
  return recovered;
}

const othersOf = (jobId: string, own?: string) => journalsOf(jobId).filter(({ sitting }) => sitting !== own);

/** Whether the transcript is as the entry's sitting had it: nobody else has saved since. */
const isFor = (entry: JournalEntry, edit: SavedTranscript | null): boolean =>
  (edit?.revision ?? 0) === entry.revision || edit?.saved_by?.sitting === entry.sitting;

/** A page may end between storing and removing its entry, and a killed browser forgets that one was removed. */
const isStored = (
  entry: JournalEntry,
  edit: SavedTranscript | null,
  document: CorrectedTranscript,
): boolean =>
  edit !== null &&
  (edit.saved_by?.sitting === entry.sitting
    ? edit.saved_by.change >= entry.change
    : JSON.stringify(edit.document) === JSON.stringify(document));

/** The same for one job, if no page edits it; one that just ends may hold the right for a moment. */
export async function recoverUnheld(jobId: string, label: string): Promise<Recovered> {
  if (othersOf(jobId).length === 0) return NOTHING;
  const signal = AbortSignal.timeout(ENDING_MS);
  return navigator.locks
    .request(correctingLock(jobId), { signal }, () => recoverCorrections(jobId, label))
    .catch((error) => {
      if (signal.aborted) return NOTHING;
      throw error;
    });
}

/** Stores what earlier pages could not, and forgets what is of deleted jobs, until the signal aborts. */
export async function recoverAllCorrections(signal: AbortSignal): Promise<void> {
  onChannelMessage((message) => {
    if (message.type === 'job-deleted') forgetJournals(message.id);
  }, signal);
  // What was typed then is put back first, and recovered when its transcript is opened.
  if (await isNewDatabase()) return;
  for (const id of journaledJobs()) {
    // What becomes a version is offered where it is kept: once its transcript is opened.
    if (await canBeStored(id)) await recoverUnheld(id, 'Not saved: changed elsewhere').catch(console.warn);
  }
}

async function canBeStored(jobId: string): Promise<boolean> {
  if (!(await getJob(jobId))) return true;
  const edit = await readCorrected(jobId).catch(() => null);
  return journalsOf(jobId).every((entry) => isFor(entry, edit));
}
