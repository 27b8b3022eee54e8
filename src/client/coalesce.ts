/**
 * Wraps work that brings something up to date: one run at a time, and however often it is asked for meanwhile, one more
 * run after that.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
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
