interface Transaction {
  readonly done: Promise<void>;
  readonly error: DOMException | null;
}

/**
 * Waits until a transaction with these writes is on disk. Throws the reason for which it was rolled back: a write that
 * was merely taken along fails, too, but only with an AbortError.
 */
export async function commit(transaction: Transaction, writes: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled([...writes, transaction.done]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw transaction.error ?? failed.reason;
}
