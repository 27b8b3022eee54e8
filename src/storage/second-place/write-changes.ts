import {
  appendTo,
  copyOf,
  linkOf,
  listPlace,
  logOf,
  readPlaceFile,
  removeFiles,
  removeSubject,
  withFilesOf,
} from './place-files.ts';
import type { PlaceChange, RowChange } from './protected-rows.ts';
import { encodeChange, joined } from './row-log.ts';
import { settleJob } from './settle-second-place.ts';

/** A log is settled before it is that large: typing in a long transcript writes the list of its paragraphs each time. */
const MOST_LOG_BYTES = 16e6;

let waiting: PlaceChange[] = [];
let working: Promise<void> | null = null;
/** Whether files could not be written: then they are only removed. */
let isOff = false;

/** Writes changes to the second place, in order. Rejects if it cannot, and writes no more then. */
export function writeChanges(changes: readonly PlaceChange[]): Promise<void> {
  waiting.push(...changes);
  working ??= writeWaiting().finally(() => {
    working = null;
  });
  return working;
}

async function writeWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const changes = waiting;
    waiting = [];
    for (let at = 0; at < changes.length; ) {
      const change = changes[at];
      if (!change) return;
      if (!('row' in change)) {
        await remove(change);
        at += 1;
        continue;
      }
      const rows: RowChange[] = [];
      // All that comes together for one subject is one write.
      for (let next: PlaceChange | undefined = change; next && 'row' in next; next = changes[at]) {
        if (next.subject !== change.subject) break;
        rows.push(next.row);
        at += 1;
      }
      if (!isOff) await append(change.subject, rows);
    }
  }
}

async function append(subject: string, rows: readonly RowChange[]): Promise<void> {
  try {
    await withFilesOf(subject, async () => {
      // What is left of a job is deleted after the job itself.
      if (rows.every((row) => 'from' in row) && !(await hasFiles(subject))) return;
      const size = await appendTo(logOf(subject), joined(rows.map(encodeChange)));
      if (size === null) isOff = true;
      else if (size > MOST_LOG_BYTES) await settleJob(subject);
    });
  } catch (error) {
    isOff = true;
    throw error;
  }
}

const hasFiles = async (subject: string) =>
  ((await readPlaceFile(logOf(subject))) ?? (await readPlaceFile(copyOf(subject)))) !== null;

async function remove(change: Exclude<PlaceChange, { row: unknown }>): Promise<void> {
  if ('madeInto' in change) {
    const { subject, madeInto } = change;
    if (!isOff) await appendTo(linkOf(madeInto, subject), new Uint8Array(0));
  } else if ('deletedAudio' in change) await removeMadeInto(change.deletedAudio);
  else if (change.deleted === 'always' || !(await isMade(change.subject)))
    await removeSubject(change.subject);
}

const isMade = async (id: string) => (await listPlace()).links.some(({ arrivalId }) => arrivalId === id);

/** Removes what a recording was made of. */
async function removeMadeInto(audioId: string): Promise<void> {
  for (const link of (await listPlace()).links) {
    if (link.audioId !== audioId) continue;
    await removeSubject(link.arrivalId);
    await removeFiles(linkOf(audioId, link.arrivalId));
  }
}

/** Removes the logs, which are the larger part. True if there was one. */
export async function removeLogs(): Promise<boolean> {
  const { logs } = await listPlace();
  for (const subject of logs) await withFilesOf(subject, () => removeFiles(logOf(subject)));
  return logs.length > 0;
}
