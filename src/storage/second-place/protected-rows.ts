import { z } from '../../lib/zod.ts';
import { jobOfPlace } from '../corrections/corrected-rows.ts';

/** Stores of what cannot be made again, and `audio`, whose deletion takes along what the recording was made of. */
const PROTECTED = [
  'jobs',
  'results',
  'edits',
  'edit-paragraphs',
  'edit-versions',
  'arrivals',
  'arrival-pieces',
  'live-sessions',
  'live-messages',
  'settings',
  'audio',
] as const;

export type ProtectedStore = (typeof PROTECTED)[number];
export type RowKey = string | number | (string | number)[];

/** A row that was put, or the rows that were deleted: from one key to another, with both. */
export type RowChange =
  | { store: ProtectedStore; key: RowKey; value: unknown }
  | { store: ProtectedStore; from: RowKey; to: RowKey };

/** A change of what belongs to a subject: the id of a job, an arrival or a live session. */
export type PlaceChange =
  | { subject: string; row: RowChange }
  /** It was changed, and there was no room for the change. */
  | { subject: string; missed: true }
  /** A recording was made of this arrival. */
  | { subject: string; madeInto: string }
  /** The subject was deleted; an arrival of which a recording was made is kept until that is deleted. */
  | { subject: string; deleted: 'always' | 'unless-made' }
  | { deletedAudio: string };

/** The only typed text among the settings; the rest is made anew, and contains secrets. */
export const DICTIONARY = 'dictionary';

export const isProtected = (name: string): name is ProtectedStore =>
  PROTECTED.some((known) => known === name);

/** The subject of a row; null if the row is not protected. */
function subjectOf(store: ProtectedStore, key: RowKey): string | null {
  const first = String(Array.isArray(key) ? key[0] : key);
  if (store === 'settings') return first === DICTIONARY ? DICTIONARY : null;
  return store === 'edit-paragraphs' ? jobOfPlace(first) : first;
}

/** Work on the transcript of another job, which its person can ask for again. */
const isUnfinishedWork = (job: unknown): boolean =>
  z.object({ status: z.enum(['queued', 'processing', 'error']), builds_on: z.object({}) }).safeParse(job)
    .success;

const recordedArrival = z.object({ kind: z.literal('recorded'), audio_id: z.string().nullable() });

/**
 * What one transaction means for the second place. The recordings of jobs that are not done are in it by themselves (`kept-sounds.ts`), or
 * as the arrivals that they were made of. Shared files are elsewhere, too.
 */
export function placeChanges(rows: readonly RowChange[]): PlaceChange[] {
  const recorded = new Set(
    rows.flatMap((row) =>
      row.store === 'arrivals' && 'value' in row && recordedArrival.safeParse(row.value).success
        ? [subjectOf(row.store, row.key)]
        : [],
    ),
  );
  return rows.flatMap((row) => {
    const subject = subjectOf(row.store, 'key' in row ? row.key : row.from);
    if (subject === null) return [];
    return 'key' in row ? changesOfPut(row, subject, recorded.has(subject)) : changesOfDeletion(row, subject);
  });
}

type Put = Extract<RowChange, { key: unknown }>;
type Deletion = Exclude<RowChange, Put>;

function changesOfPut(row: Put, subject: string, isRecorded: boolean): PlaceChange[] {
  switch (row.store) {
    case 'audio':
      return [];
    case 'jobs':
      return isUnfinishedWork(row.value) ? [] : [{ subject, row }];
    case 'arrival-pieces':
      return isRecorded ? [{ subject, row }] : [];
    case 'arrivals': {
      const { data } = recordedArrival.safeParse(row.value);
      if (!data) return [];
      return [{ subject, row }, ...(data.audio_id ? [{ subject, madeInto: data.audio_id }] : [])];
    }
    default:
      return [{ subject, row }];
  }
}

function changesOfDeletion(row: Deletion, subject: string): PlaceChange[] {
  switch (row.store) {
    case 'audio':
      return [{ deletedAudio: subject }];
    case 'jobs':
    case 'live-messages':
      return [{ subject, deleted: 'always' }];
    case 'arrivals':
      return [{ subject, deleted: 'unless-made' }];
    // The deletion of the arrival decides, or that of the session's messages.
    case 'arrival-pieces':
    case 'live-sessions':
      return [];
    default:
      return [{ subject, row }];
  }
}

interface WatchedStore {
  name: string;
  keyPath: string | string[] | null;
}

/** The same transaction, which notes in `rows` what is put into the protected stores, and what is deleted from them. */
export function watched<T extends object>(transaction: T, rows: RowChange[]): T {
  return new Proxy(transaction, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'objectStore') return member.bind(target);
      return (storeName: string) => {
        const store = Reflect.apply(member, target, [storeName]);
        return isProtected(storeName) ? watchedStore(store, storeName, rows) : store;
      };
    },
  });
}

function watchedStore<S extends WatchedStore>(store: S, name: ProtectedStore, rows: RowChange[]): S {
  return new Proxy(store, {
    get(target, member) {
      const method: unknown = Reflect.get(target, member);
      if (typeof method !== 'function') return method;
      if (member === 'put' || member === 'add')
        return (value: unknown, key?: RowKey) => {
          rows.push({ store: name, key: key ?? keyIn(value, target.keyPath), value });
          return Reflect.apply(method, target, key === undefined ? [value] : [value, key]);
        };
      if (member === 'delete')
        return (keys: RowKey | IDBKeyRange) => {
          const [from, to] = keys instanceof IDBKeyRange ? [keys.lower, keys.upper] : [keys, keys];
          rows.push({ store: name, from, to });
          return Reflect.apply(method, target, [keys]);
        };
      return method.bind(target);
    },
  });
}

const keyed = z.record(z.string(), z.unknown());
const keyPart = z.union([z.string(), z.number()]);

/** The key within a value. */
function keyIn(value: unknown, path: WatchedStore['keyPath']): RowKey {
  const found = keyed.safeParse(value).data ?? {};
  const part = (name: string) => keyPart.catch('').parse(found[name]);
  return Array.isArray(path) ? path.map(part) : part(path ?? '');
}
