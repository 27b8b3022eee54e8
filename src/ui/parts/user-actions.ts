/** What people have begun and has not ended. */
const begun = new Set<Promise<unknown>>();

/** Runs what somebody asks for. */
export async function runAction<Result>(action: () => Promise<Result>): Promise<Result> {
  const running = action();
  begun.add(running);
  try {
    return await running;
  } finally {
    begun.delete(running);
  }
}

/** Resolves once everything that was begun by now has ended. */
export const actionsDone = (): Promise<unknown> => Promise.allSettled(begun);
