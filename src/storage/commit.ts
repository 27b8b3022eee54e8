interface Transaction {
  readonly done: Promise<void>;
  readonly error: DOMException | null;
}

/**
 * Waits until a transaction with these writes is committed. Throws the reason for a rollback, rather than the
 * AbortError of the other writes in it.
 */
export async function commit(transaction: Transaction, writes: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled([...writes, transaction.done]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw transaction.error ?? failed.reason;
}
