import { waitFor } from '../../lib/wait-for.ts';
import {
  appendTo,
  copyOf,
  linkOf,
  listPlace,
  logOf,
  readPlaceFile,
  removeFiles,
  removeSubject,
  soundOf,
  wholeOf,
  withFilesOf,
} from './place-files.ts';
import type { PlaceChange, RowChange } from './protected-rows.ts';
import { encodeChange, joined } from './row-log.ts';

/** A log is settled before it is that large: typing in a long transcript writes the list of its paragraphs each time. */
const MOST_LOG_BYTES = 16e6;

/** What is passed on within it is written together: each write opens its file, and has it on the disk when it closes it. */
const GATHER_MS = 200;

const waiting: PlaceChange[] = [];
let working: Promise<void> | null = null;
/** Whether files could not be written: then they are only removed. */
let isOff = false;

let settleLarge: (subject: string) => Promise<void> = async () => undefined;

/**
 * Writes changes to the second place, in order. Where it cannot be written, what is deleted is still removed.
 *
 * @param settle makes a log that has become large a compact copy, in a realm that can; it reads the database, which is no part of this script
 */
export async function writeChanges(changes: readonly PlaceChange[], settle = settleLarge): Promise<void> {
  settleLarge = settle;
  waiting.push(...changes);
  working ??= writeWaiting().finally(() => {
    working = null;
  });
  await working;
}

async function writeWaiting(): Promise<void> {
  await waitFor(GATHER_MS);
  for (let change = waiting.shift(); change; change = waiting.shift()) {
    try {
      if ('row' in change && !isOff)
        await append(change.subject, [change.row, ...takeRowsOf(change.subject)]);
      else if ('row' in change || 'missed' in change) await noteMissed(change.subject);
      else await remove(change);
    } catch (error) {
      if (!isOff) console.info('The second place was not written:', error);
      if (!('row' in change)) continue;
      isOff = true;
      await noteMissed(change.subject).catch(() => undefined);
    }
  }
}

/** The rows that wait next and belong to the same subject: all of them are one write. */
function takeRowsOf(subject: string): RowChange[] {
  const end = waiting.findIndex((change) => !('row' in change) || change.subject !== subject);
  const rows = waiting.splice(0, end === -1 ? waiting.length : end);
  return rows.flatMap((change) => ('row' in change ? change.row : []));
}

async function append(subject: string, rows: readonly RowChange[]): Promise<void> {
  await withFilesOf(subject, async () => {
    // What is left of a job is deleted after the job itself.
    if (rows.every((row) => 'from' in row) && !(await hasFiles(subject))) return;
    const size = await appendTo(logOf(subject), joined(rows.map(encodeChange)));
    if (size === null) isOff = true;
    else if (size > MOST_LOG_BYTES) await settleLarge(subject);
  });
}

/** A copy that is older than its job gets a log, without which it would not be settled again. */
async function noteMissed(subject: string): Promise<void> {
  await withFilesOf(subject, async () => {
    const isCopied = (await readPlaceFile(copyOf(subject))) !== null;
    if (isCopied && (await readPlaceFile(logOf(subject))) === null)
      await appendTo(logOf(subject), new Uint8Array(0));
  });
}

const hasFiles = async (subject: string) =>
  ((await readPlaceFile(logOf(subject))) ?? (await readPlaceFile(copyOf(subject)))) !== null;

async function remove(change: Exclude<PlaceChange, { row: unknown } | { missed: unknown }>): Promise<void> {
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

/** Removes the sounds and the logs, which are the larger part. True if there was one. */
export async function removeLogs(): Promise<boolean> {
  const { logs, sounds } = await listPlace();
  if (sounds.length > 0)
    await withFilesOf('sounds', () => removeFiles(...sounds.flatMap((id) => [wholeOf(id), soundOf(id)])));
  for (const subject of logs) {
    await withFilesOf(subject, () => removeFiles(logOf(subject)));
    await noteMissed(subject);
  }
  return logs.length + sounds.length > 0;
}
