import { liveParams } from '../../contract/live/live-request.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { messageData } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { messagesOf } from './live-rows.ts';

/** A live session until it is a job of the same id. Its sound is an arrival, which counts the bytes. */
export const liveSessionRecord = z.object({
  id: z.uuid(),
  key_id: z.string(),
  /** Who has it may send the sound. */
  token: z.uuid(),
  created_at: z.iso.datetime(),
  params: liveParams,
  sent_model: z.string().nullable(),
  own_model: z.string().nullable(),
  automatic: z.boolean(),
  when_model_missing: z.enum(['wait', 'fail']),
  /** Whether the small English model may serve in place of a missing one. */
  allow_draft: z.boolean().optional(),
  /** What of the request was ignored; absent if nothing was. */
  request_notes: z.array(messageData).optional(),
  /** Where its sound is; null before the first. */
  arrival_id: z.uuid().nullable(),
  /** Its client has stopped it: nobody is asked what becomes of it. Absent before. */
  is_stopped: z.literal(true).optional(),
});

export type LiveSessionRecord = z.infer<typeof liveSessionRecord>;

/** Held by the page that serves a session. */
export const liveLock = (id: string) => `earshot-live-${id}`;

/** A person has one microphone; a program that opens sessions and never stops must end somewhere. */
export const MOST_SESSIONS = 8;
const RETRY_SECONDS = 30;

/** How long a session that no page serves counts as open: its client connects within seconds. */
const NEW_MS = 120_000;

/**
 * Stores a new session. Throws 429 if a key has `MOST_SESSIONS` that a page serves or that wait for their socket, or as many as the
 * settings allow waiting jobs. What a page that is gone has left does not count.
 */
export async function addLiveSession(
  session: Omit<LiveSessionRecord, 'created_at'>,
  mostQueued: number | null,
): Promise<LiveSessionRecord> {
  const most = Math.min(MOST_SESSIONS, mostQueued ?? MOST_SESSIONS);
  const left = new Set<string>();
  for (const { id, created_at } of await listLiveSessions()) {
    // After the clock was put back, it may be ahead.
    const isNew = Math.abs(Date.now() - Date.parse(created_at)) <= NEW_MS;
    if (!isNew && (await isFree(id))) left.add(id);
  }
  return changeStores(['live-sessions'], async (transaction, again) => {
    const store = transaction.objectStore('live-sessions');
    const own = (await store.getAll())
      .map(read)
      .filter((one) => one?.key_id === session.key_id && !left.has(one.id));
    const stored = own.find((one) => one?.id === session.id);
    if (again && stored) return stored;
    if (own.length >= most) {
      throw new AppError(
        'too_many_requests',
        msg`This key has ${own.length} live sessions that are not stopped, and ${most} may be open at once.`,
        { remedy: msg`Stop or delete one of them.`, retryAfter: RETRY_SECONDS },
      );
    }
    const record = liveSessionRecord.parse({ ...session, created_at: new Date().toISOString() });
    await store.put(record);
    return record;
  });
}

const read = (row: unknown): LiveSessionRecord | null => liveSessionRecord.safeParse(row).data ?? null;

/** Shared, so that two pages may ask at once. */
const isFree = (id: string): Promise<boolean> =>
  navigator.locks.request(liveLock(id), { mode: 'shared', ifAvailable: true }, async (lock) => lock !== null);

/** Deletes the sessions that pages which are gone left before this time. Their sound remains until a person decides. */
export async function sweepLiveSessions(before: Date): Promise<void> {
  for (const { id, created_at } of await listLiveSessions())
    if (new Date(created_at) < before && (await isFree(id))) await deleteLiveSession(id);
}

export async function getLiveSession(id: string): Promise<LiveSessionRecord | null> {
  return read(await (await database()).get('live-sessions', id));
}

/** All sessions that are no jobs yet. What another version stored otherwise is left out. */
export async function listLiveSessions(): Promise<LiveSessionRecord[]> {
  const rows = await (await database()).getAll('live-sessions');
  return rows.flatMap((row) => read(row) ?? []);
}

/** The session that a token opens. */
export async function findLiveSession(token: string): Promise<LiveSessionRecord | null> {
  return (await listLiveSessions()).find((session) => session.token === token) ?? null;
}

/** Notes where a session's sound is. False if it was deleted. */
export const noteArrival = (id: string, arrival_id: string): Promise<boolean> => note(id, { arrival_id });

/** Notes that a session is stopped, should its page end before it is a job. */
export const noteStopped = (id: string): Promise<boolean> => note(id, { is_stopped: true });

const note = (
  id: string,
  changes: Partial<Pick<LiveSessionRecord, 'arrival_id' | 'is_stopped'>>,
): Promise<boolean> =>
  changeStores(['live-sessions'], async (transaction) => {
    const store = transaction.objectStore('live-sessions');
    const session = read(await store.get(id));
    if (!session) return false;
    await store.put({ ...session, ...changes });
    return true;
  });

/** Keeps what a session sent, as long as it, or the job that it became, exists. */
export async function addLiveMessages(id: string, first: number, messages: readonly string[]): Promise<void> {
  await changeStores(['jobs', 'live-sessions', 'live-messages'], async (transaction) => {
    const isJob = (await transaction.objectStore('jobs').getKey(id)) !== undefined;
    if (!isJob && (await transaction.objectStore('live-sessions').getKey(id)) === undefined) return;
    const store = transaction.objectStore('live-messages');
    await Promise.all(messages.map((message, index) => store.put(message, [id, first + index])));
  });
}

/** The same, in order. */
export async function liveMessages(id: string): Promise<string[]> {
  return (await database()).getAll('live-messages', messagesOf(id));
}

/** Deletes a session that is no job, and unless that became a job, its messages. True if it existed. */
export async function deleteLiveSession(id: string): Promise<boolean> {
  return changeStores(['jobs', 'live-sessions', 'live-messages'], async (transaction) => {
    const sessions = transaction.objectStore('live-sessions');
    if ((await sessions.getKey(id)) === undefined) return false;
    await sessions.delete(id);
    if ((await transaction.objectStore('jobs').getKey(id)) === undefined)
      await transaction.objectStore('live-messages').delete(messagesOf(id));
    return true;
  });
}
