import { blobSource } from '../../lib/bytes/byte-source.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { NEW_DATABASE } from '../database/migrations.ts';
import { type AudioRecord, audioRecord } from '../database/records.ts';
import { type JobRow, jobRow } from '../library/library-rows.ts';
import { type ArrivalRecord, arrivalRecord, restoreArrival } from '../recordings/arrival-store.ts';
import { addArrivingAudio, addAudio } from '../recordings/audio-store.ts';
import { readSound } from './kept-sounds.ts';
import { isNewDatabase } from './new-database.ts';
import { listPlace, type PlaceNames } from './place-files.ts';
import { DICTIONARY } from './protected-rows.ts';
import { readSubject } from './read-subject.ts';
import type { KeptRow } from './row-log.ts';
import { withoutChanging } from './second-place.ts';

/** What became of a library whose database the browser had deleted; counts. */
const putBackRecord = z.object({
  transcripts: z.int(),
  /** Recordings that wait to be transcribed. */
  recordings: z.int(),
  /** Transcripts whose recordings are gone. */
  silent: z.int(),
  /** Names of recordings that waited to be transcribed, and are gone. */
  lost: z.array(z.string()).default([]),
});

export type PutBack = z.infer<typeof putBackRecord>;

const KEY = 'put-back';
/** In place of the mark of a new database, as soon as there may be rows of the second place in it. */
const BEGUN = 'begun';
const STORES = [
  'jobs',
  'results',
  'edits',
  'edit-paragraphs',
  'edit-versions',
  'live-sessions',
  'live-messages',
] as const;
type RestoredStore = (typeof STORES)[number];

/** Errors of a subject whose files or rows are damaged. Others end the restoration, and the next start does it once more. */
const DAMAGE = [
  ...['DataError', 'ConstraintError', 'DataCloneError', 'NotReadableError'],
  ...['TypeError', 'RangeError', 'SyntaxError', 'ZodError'],
];

/**
 * Puts everything of the second place into a database that the browser has just made, and notes what came back. May be ended at any time: then the
 * next start does it once more. False if the database is no new one, or nothing was lost.
 *
 * @param hadRecordings whether there were recordings when the app was last open
 */
export async function putBack(hadRecordings: boolean): Promise<boolean> {
  if (!(await isNewDatabase())) return false;
  const db = await database();
  const place = await listPlace();
  const restoration = new Restoration(place, (await db.get('settings', NEW_DATABASE)) === BEGUN);
  if (restoration.subjects.size > 0)
    await changeStores(['settings'], (transaction) =>
      transaction.objectStore('settings').put(BEGUN, NEW_DATABASE),
    );
  const outcome = await withoutChanging(restoration.subjects, () => restoration.run());
  const isLoss = hadRecordings || outcome.transcripts + outcome.recordings + outcome.lost.length > 0;
  await changeStores(['settings', 'jobs'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const jobs = transaction.objectStore('jobs');
    // The second place learns it, too: a later loss is not to count them once more.
    for (const id of restoration.silent) {
      const row = await jobs.get(id);
      if (row !== undefined) await jobs.put(row);
    }
    await settings.delete(NEW_DATABASE);
    if (isLoss) await settings.put(outcome, KEY);
  });
  return isLoss;
}

/** What was put back, until a person has read it; null if nothing was lost. */
export async function readPutBack(): Promise<PutBack | null> {
  return putBackRecord.safeParse(await (await database()).get('settings', KEY)).data ?? null;
}

export const forgetPutBack = (): Promise<void> =>
  changeStores(['settings'], (transaction) => transaction.objectStore('settings').delete(KEY));

const valueIn = (rows: readonly KeptRow[], store: KeptRow['store']): unknown =>
  rows.find((row) => row.store === store)?.value;

const isRestored = (row: KeptRow): row is KeptRow & { store: RestoredStore } =>
  STORES.some((name) => name === row.store);

class Restoration {
  readonly subjects: ReadonlySet<string>;
  readonly #isAgain: boolean;
  readonly #made: Map<string, string>;
  readonly #sounds: ReadonlySet<string>;
  readonly #outcome: PutBack = { transcripts: 0, recordings: 0, silent: 0, lost: [] };
  /** Jobs whose recordings are gone. */
  readonly silent: string[] = [];
  /** Arrivals whose recordings are back, as part of a finished job. */
  readonly #used = new Set<string>();
  readonly #sessions = new Set<string>();

  /** @param isAgain whether what is there already may be from here */
  constructor(place: PlaceNames, isAgain: boolean) {
    this.#isAgain = isAgain;
    this.subjects = new Set([...place.copies, ...place.logs]);
    this.#sounds = new Set(place.whole);
    this.#made = new Map(place.links.map(({ audioId, arrivalId }) => [audioId, arrivalId]));
  }

  async run(): Promise<PutBack> {
    const arrivals: string[] = [];
    const others: string[] = [];
    await eachUndamaged(this.subjects, async (subject) => {
      const rows = await readSubject(subject);
      const { data: job } = jobRow.safeParse(valueIn(rows, 'jobs'));
      if (job) await this.#restoreJob(job, rows);
      else if (valueIn(rows, 'arrivals') !== undefined) arrivals.push(subject);
      else others.push(subject);
    });
    const unused = arrivals.filter((subject) => !this.#used.has(subject));
    await eachUndamaged(unused, (subject) => this.#restoreArrival(subject));
    await eachUndamaged(others, (subject) => this.#restoreOther(subject));
    return this.#outcome;
  }

  async #restoreJob(job: JobRow, rows: readonly KeptRow[]): Promise<void> {
    const isStored = (await (await database()).getKey('jobs', job.id)) !== undefined;
    if (isStored && !this.#isAgain) return;
    const audio_id = await this.#restoreAudio(job);
    const isGone = audio_id === null && job.audio_id !== null;
    const isDone = job.status === 'done';
    const { transcripts, recordings, lost } = this.#outcome;
    // What was fetched can be fetched again.
    if (isGone && !isDone && !job.file?.source) {
      if (!job.deleted) lost.push(job.library?.name ?? job.file?.filename ?? job.id);
      return;
    }
    const changes = { audio_id, ...(!isDone && fromItsStart(job)) };
    const changed = (row: KeptRow): KeptRow =>
      row.store === 'jobs' ? { ...row, value: { ...Object(row.value), ...changes } } : row;
    await restoreRows(rows.map(changed));
    // It is hidden still, and its deletion can be undone as after any start.
    if (job.deleted) return;
    if (isDone) this.#outcome.transcripts = transcripts + 1;
    else this.#outcome.recordings = recordings + 1;
    if (!isGone || !isDone) return;
    this.#outcome.silent += 1;
    this.silent.push(job.id);
  }

  /** Stores the recording of a job once more; null if it is gone. */
  async #restoreAudio(job: JobRow): Promise<string | null> {
    const { audio_id } = job;
    if (audio_id === null) return null;
    const arrivalId = this.#made.get(audio_id);
    if (arrivalId !== undefined) return this.#restoreRecorded(job, audio_id, arrivalId);
    const sound = this.#sounds.has(audio_id) ? await readSound(audio_id) : null;
    if (!sound) return null;
    const { record, pieces } = sound;
    return addArrivingAudio(audio_id, pieces, async () => record).then(
      () => audio_id,
      // A damaged sound must not keep the others away.
      (error: unknown) => {
        console.warn(error);
        return null;
      },
    );
  }

  /** Makes a recording of what was recorded. */
  async #restoreRecorded(
    { key_id, file }: JobRow,
    audio_id: string,
    arrivalId: string,
  ): Promise<string | null> {
    this.#used.add(arrivalId);
    const arrival = await this.#readArrival(arrivalId);
    if (!arrival) return null;
    const { record, sound } = arrival;
    const audio: AudioRecord = audioRecord.parse({
      id: audio_id,
      key_id,
      filename: record.filename,
      extension: record.filename.split('.').at(-1) ?? '',
      type: record.type,
      size: sound.size,
      audio_duration: file?.audio_duration ?? record.seconds,
      number_of_channels: file?.number_of_channels ?? null,
      source: null,
      created_at: record.created_at,
    });
    await addAudio(audio, blobSource(sound));
    return audio_id;
  }

  async #readArrival(
    id: string,
  ): Promise<{ record: ArrivalRecord; pieces: Uint8Array<ArrayBuffer>[]; sound: Blob } | null> {
    const rows = await readSubject(id);
    const { data: record } = arrivalRecord.safeParse(valueIn(rows, 'arrivals'));
    const pieces = rows.flatMap(({ store, value }) =>
      store === 'arrival-pieces' && value instanceof ArrayBuffer ? [new Uint8Array(value)] : [],
    );
    return record && pieces.length > 0
      ? { record, pieces, sound: new Blob(pieces, { type: record.type }) }
      : null;
  }

  async #restoreArrival(id: string): Promise<void> {
    const arrival = await this.#readArrival(id);
    if (!arrival) return;
    const { pieces, record } = arrival;
    const { live_id } = record;
    if (live_id !== undefined) this.#sessions.add(live_id);
    const isNew = await restoreArrival({ ...record, audio_id: null }, async function* () {
      yield* pieces;
    });
    if (isNew || this.#isAgain) this.#outcome.recordings += 1;
  }

  /** The dictionary, and what was typed in live sessions whose sound is back. */
  async #restoreOther(subject: string): Promise<void> {
    const rows = await readSubject(subject);
    if (subject !== DICTIONARY) {
      if (this.#sessions.has(subject) || valueIn(rows, 'live-sessions') !== undefined)
        await restoreRows(rows);
      return;
    }
    const words = valueIn(rows, 'settings');
    await changeStores(['settings'], async (transaction) => {
      const settings = transaction.objectStore('settings');
      if (words !== undefined && (await settings.getKey(DICTIONARY)) === undefined)
        await settings.put(words, DICTIONARY);
    });
  }
}

/** The windows that a job had finished are lost: it begins again. */
const fromItsStart = ({ status }: JobRow): Partial<JobRow> => ({
  ...(status === 'processing' && { status: 'queued' }),
  claim: null,
  furthest: 0,
  progress: 0,
  stage: undefined,
  seconds_left: null,
});

async function eachUndamaged(
  subjects: Iterable<string>,
  restore: (subject: string) => Promise<void>,
): Promise<void> {
  for (const subject of subjects)
    await restore(subject).catch((error: unknown) => {
      const { cause } = toAppError(error);
      if (!(cause instanceof Error && DAMAGE.includes(cause.name))) throw error;
      console.warn(cause);
    });
}

interface RowStore {
  keyPath: string | string[] | null;
  getKey(key: unknown): Promise<unknown>;
  put(value: unknown, key?: unknown): Promise<unknown>;
}

/** Stores the rows of one subject, all or none, and leaves those that are there. */
async function restoreRows(rows: readonly KeptRow[]): Promise<void> {
  await changeStores([...STORES], async (transaction) => {
    for (const { store: name, key, value } of rows.filter(isRestored)) {
      const store: RowStore = transaction.objectStore(name);
      if ((await store.getKey(key)) !== undefined) continue;
      await (store.keyPath === null ? store.put(value, key) : store.put(value));
    }
  });
}
