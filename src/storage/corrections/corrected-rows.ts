/** The stores of a corrected transcript. Its paragraphs are rows of their own: saving writes those that changed. */
export const CORRECTED = ['edits', 'edit-paragraphs', 'edit-versions'] as const;

/** The keys of all rows of a job in a store whose keys begin with the job's id. */
export const rowsOfJob = (jobId: string): IDBKeyRange => IDBKeyRange.bound([jobId], [jobId, []]);

const UUID_LENGTH = 36;

/**
 * Where the paragraphs of a transcript are: those of a long one are written a few hundred at a time, apart from the former ones, as a
 * batch that counts once the head names it (`paragraph-batches.ts`).
 */
const placeOf = (jobId: string, batch: string): string => (batch === '' ? jobId : `~${jobId}${batch}`);

/** The job whose paragraphs are there. */
export const jobOfPlace = (place: string): string =>
  place.startsWith('~') ? place.slice(1, 1 + UUID_LENGTH) : place;

/** Key of a paragraph, by its id, or of a row that several share, by its number: numbers sort first, so what is read later is newer. */
export const paragraphKey = <Id extends string | number>(
  jobId: string,
  batch: string,
  id: Id,
): [string, Id] => [placeOf(jobId, batch), id];

export const paragraphsIn = (jobId: string, batch: string): IDBKeyRange => rowsOfJob(placeOf(jobId, batch));

/** Ranges of the rows that several paragraphs share, and of those with one paragraph each. */
export const sharedAndOwn = (jobId: string, batch: string): [shared: IDBKeyRange, own: IDBKeyRange] => {
  const place = placeOf(jobId, batch);
  return [IDBKeyRange.bound([place], [place, '']), IDBKeyRange.bound([place, ''], [place, []])];
};

interface KeyReader {
  getKey(keys: IDBKeyRange): Promise<string | [string, string | number] | undefined>;
}

/** The batches of a job, or of all, whether a head names them or not. */
export async function batchesOf(rows: KeyReader, jobId = ''): Promise<{ jobId: string; batch: string }[]> {
  const found: { jobId: string; batch: string }[] = [];
  const end = [`~${jobId}\uffff`];
  for (let after: IDBValidKey = [`~${jobId}`]; ; ) {
    const [place]: Iterable<string | number> = (await rows.getKey(IDBKeyRange.bound(after, end))) ?? [];
    if (typeof place !== 'string') return found;
    found.push({ jobId: jobOfPlace(place), batch: place.slice(1 + UUID_LENGTH) });
    after = [place, []];
  }
}

/** Rows of one paragraph that are read or written at once: meanwhile the database answers nobody else. */
export const ROWS_AT_ONCE = 200;
/** The same for rows that several share. */
export const SHARED_AT_ONCE = 4;
/** The same where they are deleted. */
export const SHARED_DELETED_AT_ONCE = 20;

/** Format of a head whose paragraphs share rows: versions with the first format alone would report them as damaged. */
export const SHARED_ROWS_FORMAT = 2;

/** A head with another format. */
export const withFormat = <Head extends { document: object }>(head: Head, format: number) => ({
  ...head,
  document: { ...head.document, format },
});

/** The row of a head. */
export const headRow = (head: { batch?: string | undefined; document: object; order: string[] }): unknown =>
  head.batch === undefined ? head : withFormat(head, SHARED_ROWS_FORMAT);

interface RowDeleters {
  objectStore(
    name: (typeof CORRECTED)[number],
  ): { delete(key: IDBKeyRange | string): Promise<unknown> } & KeyReader;
}

/**
 * Deletes a job's corrections within a transaction that holds `CORRECTED`.
 *
 * @returns what is left for `deleteParagraphs`: batches, of which nothing is read any more
 */
export async function deleteCorrectedRows(transaction: RowDeleters, jobId: string): Promise<IDBKeyRange[]> {
  const rows = transaction.objectStore('edit-paragraphs');
  const [batches] = await Promise.all([
    batchesOf(rows, jobId),
    transaction.objectStore('edits').delete(jobId),
    rows.delete(rowsOfJob(jobId)),
    transaction.objectStore('edit-versions').delete(rowsOfJob(jobId)),
  ]);
  return batches.map(({ batch }) => paragraphsIn(jobId, batch));
}
