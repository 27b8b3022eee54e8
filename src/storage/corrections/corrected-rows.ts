/** The stores of a corrected transcript. Its paragraphs are rows of their own: saving writes those that changed. */
export const CORRECTED = ['edits', 'edit-paragraphs', 'edit-versions'] as const;

/** The keys of all rows of a job in a store whose keys begin with the job's id. */
export const rowsOfJob = (jobId: string): IDBKeyRange => IDBKeyRange.bound([jobId], [jobId, []]);

/** Paragraphs that are read or written at once: meanwhile the database answers nobody else. */
export const ROWS_AT_ONCE = 200;

interface RowDeleters {
  objectStore(name: (typeof CORRECTED)[number]): { delete(key: IDBKeyRange | string): Promise<unknown> };
}

/** Deletes a job's corrections within a transaction that holds `CORRECTED`. */
export async function deleteCorrectedRows(transaction: RowDeleters, jobId: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('edits').delete(jobId),
    transaction.objectStore('edit-paragraphs').delete(rowsOfJob(jobId)),
    transaction.objectStore('edit-versions').delete(rowsOfJob(jobId)),
  ]);
}
