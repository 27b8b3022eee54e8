/** Keys of all rows, by store, as JSON. */
export type Census = Record<string, string[]>;

/** What is stored of one job: JSON of its rows by store, and of its recording's bytes a hash. */
export type Contents = Record<string, string>;

export interface CopyOptions {
  /** The recording's name. */
  filename: string;
  /** Whether it has a recording of its own; otherwise it shares that of the job it copies. */
  ownAudio: boolean;
  /** Days since it was made. */
  age?: number;
  /** Whether it was corrected, with two kept versions. */
  edited?: boolean;
}

/** What the bench's scripts in pages of the app call. */
export interface InPage {
  census(): Promise<Census>;
  /** Stores with rows of which the key or, where it is small, the value names this. */
  storesNaming(id: string): Promise<string[]>;
  copyJob(from: string, options: CopyOptions): Promise<string>;
  contents(jobId: string): Promise<Contents>;
  /** Names of the finished or waiting jobs' recordings, by job. */
  jobs(): Promise<{ id: string; audioId: string | null; filename: string; status: string }[]>;
  /** How many recordings of this kind wait for an answer: those of which no job was made. */
  waitingArrivals(kind: 'recorded' | 'shared'): Promise<number>;
  /** Length of a stored recording in bytes as its row says, and as its pieces sum up to. */
  audioSize(id: string): Promise<{ said: number; found: number }>;
  changeSettings(change: Record<string, unknown>): Promise<void>;
  deleteRows(store: string, ids: readonly string[]): Promise<void>;
  /** SHA-256 of a model's stored file; null if it is not whole. */
  modelHash(modelId: string, path: string): Promise<string | null>;
  modelFiles(modelId: string): Promise<{ path: string; received: number; complete: boolean }[]>;
}

declare global {
  var inPage: InPage;
}

/** Runs in a page: reads and writes the app's database beside the app. */
export function installInPage(): void {
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const completed = (transaction: IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  /** The page's connection, while nobody deletes the database. */
  const within = async <Value>(work: (db: IDBDatabase) => Promise<Value>): Promise<Value> => {
    const db = await answer(indexedDB.open('earshot'));
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  const BYTES = ['audio-bytes', 'audio-pieces', 'model-chunks', 'model-pieces'];
  const rowsOf = (id: string) => IDBKeyRange.bound([id], [id, []]);
  /** Those of a long text are stored apart (src/storage/corrections/corrected-rows.ts). */
  const paragraphsOf = (job: string) => [rowsOf(job), IDBKeyRange.bound([`~${job}`], [`~${job}\uffff`])];
  /** By store, how the rows of a job or of its recording are found by their keys. */
  const ROWS_OF_JOB: Record<string, (job: string, audio: string) => readonly (IDBValidKey | IDBKeyRange)[]> =
    {
      jobs: (job) => [job],
      results: (job) => [job],
      edits: (job) => [job],
      'edit-paragraphs': (job) => paragraphsOf(job),
      'edit-versions': (job) => [rowsOf(job)],
      audio: (_, audio) => [audio],
      'audio-pieces': (_, audio) => [rowsOf(audio)],
      peaks: (_, audio) => [audio],
    };
  const hashOf = async (parts: readonly BufferSource[]): Promise<string> => {
    const bytes = await new Blob([...parts]).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const bytesIn = (value: unknown): BufferSource[] => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [value as BufferSource];
    if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(bytesIn);
    return [];
  };
  const isBytes = (value: unknown) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);
  /** JSON with sorted keys, and one hash for all bytes within. */
  const textOf = async (values: readonly unknown[]): Promise<string> => {
    const text = JSON.stringify(values, (_, value) => {
      if (isBytes(value)) return 'bytes';
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    });
    return `${text} ${await hashOf(bytesIn(values))}`;
  };

  const copyEdits = async (store: (name: string) => IDBObjectStore, from: string, to: string) => {
    const [edit, versions] = await Promise.all([
      answer(store('edits').get(from)),
      answer(store('edit-versions').getAll(rowsOf(from))),
    ]);
    store('edits').put({ ...edit, job_id: to });
    for (const version of versions) store('edit-versions').put({ ...version, job_id: to });
    const rows = store('edit-paragraphs');
    for (const range of paragraphsOf(from)) {
      const [paragraphs, keys] = await Promise.all([
        answer(rows.getAll(range)),
        answer(rows.getAllKeys(range)),
      ]);
      for (const [index, paragraph] of paragraphs.entries()) {
        const [place, key] = keys[index] as [string, string | number];
        rows.put(paragraph, [place.replace(from, to), key]);
      }
    }
  };

  globalThis.inPage = {
    census: () =>
      within(async (db) => {
        const stores = [...db.objectStoreNames];
        const transaction = db.transaction(stores);
        const keys = await Promise.all(
          stores.map((name) => answer(transaction.objectStore(name).getAllKeys())),
        );
        return Object.fromEntries(
          stores.map((name, index) => [name, (keys[index] ?? []).map((key) => JSON.stringify(key))]),
        );
      }),
    storesNaming: (id) =>
      within(async (db) => {
        const found: string[] = [];
        for (const name of db.objectStoreNames) {
          const store = db.transaction(name).objectStore(name);
          const keys = await answer(store.getAllKeys());
          const values = BYTES.includes(name)
            ? []
            : await answer(db.transaction(name).objectStore(name).getAll());
          if (JSON.stringify([keys, values]).includes(id)) found.push(name);
        }
        return found;
      }),
    copyJob: (from, { filename, ownAudio, age = 0, edited = false }) =>
      within(async (db) => {
        const made = new Date(
          Date.now() - age * 86_400_000 - Math.floor(Math.random() * 3_600_000),
        ).toISOString();
        const transaction = db.transaction(Object.keys(ROWS_OF_JOB), 'readwrite');
        const store = (name: string) => transaction.objectStore(name);
        const [job, result] = await Promise.all([
          answer(store('jobs').get(from)),
          answer(store('results').get(from)),
        ]);
        const id = crypto.randomUUID();
        const audioId = ownAudio ? crypto.randomUUID() : job.audio_id;
        if (ownAudio) {
          const [audio, pieces] = await Promise.all([
            answer(store('audio').get(job.audio_id)),
            answer(store('audio-pieces').getAll(rowsOf(job.audio_id))),
          ]);
          store('audio').put({ ...audio, id: audioId, filename, created_at: made });
          for (const [index, piece] of pieces.entries()) store('audio-pieces').put(piece, [audioId, index]);
          store('peaks').put({ rate: 10, peaks: Uint8Array.of(1, 2, 3, 4) }, audioId);
        }
        const library = { ...job.library, name: filename };
        const { file } = job;
        store('jobs').put({
          ...job,
          id,
          audio_id: audioId,
          created_at: made,
          library,
          ...(file && { file: { ...file, filename } }),
        });
        store('results').put(result, id);
        if (edited) await copyEdits(store, from, id);
        await completed(transaction);
        return id;
      }),
    contents: (jobId) =>
      within(async (db) => {
        const names = Object.keys(ROWS_OF_JOB);
        const transaction = db.transaction(names);
        const job = await answer(transaction.objectStore('jobs').get(jobId));
        const rows = await Promise.all(
          Object.entries(ROWS_OF_JOB).map(async ([name, ranges]) => {
            const found = ranges(jobId, job?.audio_id ?? '').map((range) =>
              answer(transaction.objectStore(name).getAll(range)),
            );
            return (await Promise.all(found)).flat();
          }),
        );
        const texts = await Promise.all(rows.map(textOf));
        return Object.fromEntries(
          names.flatMap((name, index) => (rows[index]?.length ? [[name, texts[index] ?? '']] : [])),
        );
      }),
    jobs: () =>
      within(async (db) => {
        const transaction = db.transaction(['jobs', 'audio']);
        const [jobs, recordings] = await Promise.all([
          answer(transaction.objectStore('jobs').getAll()),
          answer(transaction.objectStore('audio').getAll()),
        ]);
        const names = new Map(recordings.map(({ id, filename }) => [id, filename]));
        return jobs.map(({ id, audio_id, status }) => ({
          id,
          audioId: audio_id,
          filename: names.get(audio_id) ?? '',
          status,
        }));
      }),
    waitingArrivals: (kind) =>
      within(async (db) => {
        const transaction = db.transaction(['arrivals', 'jobs']);
        const [arrivals, jobs] = await Promise.all([
          answer(transaction.objectStore('arrivals').getAll()),
          answer(transaction.objectStore('jobs').getAll()),
        ]);
        const taken = new Set(jobs.map(({ audio_id }) => audio_id));
        return arrivals.filter((one) => one.kind === kind && !taken.has(one.audio_id)).length;
      }),
    audioSize: (id) =>
      within(async (db) => {
        const transaction = db.transaction(['audio', 'audio-pieces']);
        const [audio, pieces] = await Promise.all([
          answer(transaction.objectStore('audio').get(id)),
          answer(transaction.objectStore('audio-pieces').getAll(IDBKeyRange.bound([id], [id, []]))),
        ]);
        const found = bytesIn(pieces).reduce((sum, { byteLength }) => sum + byteLength, 0);
        return { said: audio?.size ?? -1, found };
      }),
    changeSettings: (change) =>
      within(async (db) => {
        const transaction = db.transaction('settings', 'readwrite');
        const store = transaction.objectStore('settings');
        store.put({ ...(await answer(store.get('settings'))), ...change }, 'settings');
        await completed(transaction);
        new BroadcastChannel('earshot').postMessage({ type: 'settings-changed' });
      }),
    deleteRows: (name, ids) =>
      within(async (db) => {
        const transaction = db.transaction(name, 'readwrite');
        for (const id of ids) {
          transaction.objectStore(name).delete(id);
          transaction.objectStore(name).delete(IDBKeyRange.bound([id], [id, []]));
        }
        await completed(transaction);
      }),
    modelFiles: (modelId) =>
      within(async (db) => {
        const range = IDBKeyRange.bound([modelId], [modelId, []]);
        const rows = await answer(db.transaction('model-files').objectStore('model-files').getAll(range));
        return rows.map(({ path, received, complete }) => ({ path, received, complete }));
      }),
    modelHash: (modelId, path) =>
      within(async (db) => {
        const transaction = db.transaction(['model-files', 'model-pieces']);
        const row = await answer(transaction.objectStore('model-files').get([modelId, path]));
        if (!row?.complete) return null;
        const range = IDBKeyRange.bound([modelId, path], [modelId, path, []]);
        return hashOf(bytesIn(await answer(transaction.objectStore('model-pieces').getAll(range))));
      }),
  };
}
