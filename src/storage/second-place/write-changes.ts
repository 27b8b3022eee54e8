import { announce } from '../../contract/realms/channel.ts';
import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { appendToLog, hasLog, LARGE_LOG_BYTES, removeLog, removeSubject } from './log-parts.ts';
import {
  copyOf,
  linkOf,
  listPlace,
  logOf,
  makeFile,
  readPlaceFile,
  removeFiles,
  soundOf,
  wholeOf,
  withFilesOf,
} from './place-files.ts';
import type { PlaceChange, RowChange } from './protected-rows.ts';
import { encodeChange } from './row-log.ts';

/** What is passed on within it is written together: each write opens its file, and has it on the disk when it closes it. */
const GATHER_MS = 200;
const NOT_WRITTEN = 'The second place was not written:';

/** What waits for each subject, and who writes it. A subject whose files another realm has open keeps none of the others waiting. */
const waiting = new Map<string, SubjectChange[]>();
const writers = new Map<string, Promise<void>>();
/** Whether files could not be written: then they are only removed. */
let isOff = false;

type AudioDeletion = Extract<PlaceChange, { deletedAudio: string }>;
type SubjectChange = Exclude<PlaceChange, AudioDeletion>;

/** The service worker and the transcripts worker leave it to the host's page. */
let settleLarge = async (id: string): Promise<void> => announce({ type: 'second-place-grown', id });

/**
 * Writes changes to the second place, those of a subject in order. Without any, resolves once all that was passed on before is written. Where
 * it cannot be written, what is deleted is still removed.
 *
 * @param settle makes a log that has become large a compact copy, in a realm that can; it reads the database, which is no part of this script
 */
export async function writeChanges(changes: readonly PlaceChange[], settle = settleLarge): Promise<void> {
  settleLarge = settle;
  const writing = changes.map((change) => {
    if ('deletedAudio' in change) return removeAfterOthers(change);
    const queue = waiting.get(change.subject) ?? [];
    waiting.set(change.subject, [...queue, change]);
    const writer = writers.get(change.subject) ?? writeSubject(change.subject);
    writers.set(change.subject, writer);
    return writer;
  });
  await Promise.all(writing.length > 0 ? writing : writers.values());
}

/** Which arrivals a recording was made of is known once what was passed on before is written. */
function removeAfterOthers({ deletedAudio }: AudioDeletion): Promise<void> {
  const name = `audio ${deletedAudio}`;
  const removal = Promise.all(writers.values())
    .then(() => removeMadeInto(deletedAudio))
    .catch((error: unknown) => console.info(NOT_WRITTEN, error))
    .finally(() => writers.delete(name));
  writers.set(name, removal);
  return removal;
}

async function writeSubject(subject: string): Promise<void> {
  await waitFor(GATHER_MS);
  for (let changes = taken(subject); changes.length > 0; changes = taken(subject)) {
    for (let change = changes.shift(); change; change = changes.shift())
      await write(subject, change, changes).catch((error: unknown) => noteFault(change, error));
  }
  writers.delete(subject);
}

function taken(subject: string): SubjectChange[] {
  const changes = waiting.get(subject) ?? [];
  waiting.delete(subject);
  return changes;
}

/** @param next what waits behind it, of which rows are taken into the same write */
async function write(subject: string, change: SubjectChange, next: SubjectChange[]): Promise<void> {
  if ('row' in change && !isOff) await append(subject, [change.row, ...takeRows(next)]);
  else if ('row' in change || 'missed' in change) await noteMissed(subject);
  else await remove(change);
}

async function noteFault(change: SubjectChange, error: unknown): Promise<void> {
  if (!isOff) console.info(NOT_WRITTEN, error);
  if (!('row' in change)) return;
  isOff = true;
  await noteMissed(change.subject).catch(() => undefined);
}

function takeRows(next: SubjectChange[]): RowChange[] {
  const end = next.findIndex((change) => !('row' in change));
  const rows = next.splice(0, end === -1 ? next.length : end);
  return rows.flatMap((change) => ('row' in change ? change.row : []));
}

async function append(subject: string, rows: readonly RowChange[]): Promise<void> {
  await withFilesOf(subject, async () => {
    // What is left of a job is deleted after the job itself.
    if (rows.every((row) => 'from' in row) && !(await hasFiles(subject))) return;
    const size = await appendToLog(subject, concatenateBytes(rows.map(encodeChange)));
    if (size === null) isOff = true;
    else if (size > LARGE_LOG_BYTES) await settleLarge(subject);
  });
}

/** A copy that is older than its job gets a log, without which it would not be settled again. */
async function noteMissed(subject: string): Promise<void> {
  await withFilesOf(subject, async () => {
    const isCopied = (await readPlaceFile(copyOf(subject))) !== null;
    if (isCopied && !(await hasLog(subject))) await makeFile(logOf(subject));
  });
}

const hasFiles = async (subject: string) =>
  (await hasLog(subject)) || (await readPlaceFile(copyOf(subject))) !== null;

async function remove(change: Exclude<SubjectChange, { row: unknown } | { missed: unknown }>): Promise<void> {
  if ('madeInto' in change) {
    const { subject, madeInto } = change;
    if (!isOff) await makeFile(linkOf(madeInto, subject));
  } else if (change.deleted === 'always' || !(await isMade(change.subject)))
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
    await withFilesOf(subject, () => removeLog(subject));
    await noteMissed(subject);
  }
  return logs.length + sounds.length > 0;
}
