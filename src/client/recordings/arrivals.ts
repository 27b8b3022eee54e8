import { announce, onChannelMessage } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { listLiveSessions } from '../../storage/live/live-store.ts';
import {
  type ArrivalRecord,
  appendToArrival,
  arrivalLock,
  deleteArrival,
  listArrivals,
  listWaitingArrivals,
  readArrival,
  untakenArrivals,
} from '../../storage/recordings/arrival-store.ts';
import { deleteUnusedAudio } from '../../storage/recordings/audio-store.ts';

/** Sound that waits for an answer: what a tab that is gone recorded, or another app shared. */
export type Arrival = ArrivalRecord;

/** An arrival that this page alone may write, submit or delete. */
export interface HeldArrival {
  record: ArrivalRecord;
  /** What follows the stored pieces, and found no room yet. */
  unsaved: readonly Blob[];
  /** Lets other tabs offer it. */
  release(): void;
}

/** How long another tab may look whether it is free; milliseconds. */
const HOLD_LIMIT_MS = 2_000;

let areStoppedEnded = false;

/** Called when this page has ended the live sessions that were stopped: what it could not end is offered from then on. */
export function offerStopped(): void {
  areStoppedEnded = true;
  announceArrivals();
}

/** As stored, but for the sound of stopped live sessions at first: the page makes jobs of it by itself. */
export async function listWaiting(): ReturnType<typeof listWaitingArrivals> {
  const { waiting, held } = await listWaitingArrivals();
  if (areStoppedEnded) return { waiting, held };
  const sessions = await listLiveSessions();
  const stopped = new Set(sessions.flatMap((one) => (one.is_stopped ? [one.arrival_id] : [])));
  return { waiting: waiting.filter(({ id }) => !stopped.has(id)), held };
}

/** Calls `changed` when any realm changed them, until the signal aborts. */
export function watchArrivals(changed: () => void, signal: AbortSignal): void {
  onChannelMessage(({ type }) => {
    if (type === 'arrivals-changed') changed();
  }, signal);
}

export const announceArrivals = () => announce({ type: 'arrivals-changed' });

/** Resolves when the tab that has an arrival lets go of it, or is gone; rejects when the signal aborts. */
export async function untilReleased(id: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(arrivalLock(id), { mode: 'shared', signal }, () => undefined);
}

/** Takes the lock of an arrival and resolves to what gives it back; null if another tab has it. */
export function takeArrivalLock(id: string): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    navigator.locks
      .request(
        arrivalLock(id),
        { signal: AbortSignal.timeout(HOLD_LIMIT_MS) },
        () => new Promise<void>((release) => resolve(release)),
      )
      .catch(() => resolve(null));
  });
}

/** Those of the arrivals that still wait for an answer, as they are stored now, and that no other tab has. Throws 409 if one has all that wait. */
export async function holdArrivals(records: readonly ArrivalRecord[]): Promise<HeldArrival[]> {
  const releases = await Promise.all(records.map(({ id }) => takeArrivalLock(id)));
  const free = new Set(records.flatMap(({ id }, index) => (releases[index] ? [id] : [])));
  // A tab that ended in the middle of its answer: the service worker may still be creating its job, which it cannot without the recording.
  for (const { id, audio_id } of await listArrivals())
    if (audio_id !== null && free.has(id)) await deleteUnusedAudio(audio_id);
  // An earlier holder of the lock may have answered.
  const stored = new Map((await untakenArrivals()).map((record) => [record.id, record]));
  const own = records.flatMap(({ id }, index) => {
    const [release, record] = [releases[index], stored.get(id)];
    if (release && record) return [{ record, unsaved: [], release }];
    release?.();
    return [];
  });
  if (own.length === 0 && records.some(({ id }) => stored.has(id)))
    throw new AppError('conflict', msg`Another tab is using this.`, {
      remedy: msg`Close that tab, then try again.`,
    });
  return own;
}

/** It as a file, whole or as far as it came. */
export async function fileOf({ record, unsaved }: Pick<HeldArrival, 'record' | 'unsaved'>): Promise<File> {
  const { filename, type } = record;
  return new File([await readArrival(record), ...unsaved], filename, { type });
}

export const readArrivalFile = (record: Arrival): Promise<File> => fileOf({ record, unsaved: [] });

/** Deletes it and lets go of it. */
export async function removeArrival({ record, release }: HeldArrival): Promise<void> {
  try {
    await deleteArrival(record.id);
  } finally {
    release();
    announceArrivals();
  }
}

/** Lets go of it, so that it is offered. Throws 507, and holds it, if what was not stored yet still finds no room. */
export async function leaveArrival({ record, unsaved, release }: HeldArrival): Promise<void> {
  const pieces = await Promise.all(unsaved.map(bytesOfBlob));
  if (pieces.length > 0) await appendToArrival(record, pieces, record.seconds);
  release();
  announceArrivals();
}

export const bytesOfBlob = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
