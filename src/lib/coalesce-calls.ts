/**
 * Wraps a refresh: at most one run at a time, and any number of calls during a run cause exactly one more run
 * afterwards.
 */
export function coalesceCalls(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    again = running !== null;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
