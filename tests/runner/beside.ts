/** How a piece of work shares the machine with others. */
export interface Load {
  name: string;
  /** Keeps more than a core busy at times: it goes with a narrow one, not with another like it. */
  isWide?: boolean;
  /** Work that must have ended before, where it is among the given. */
  needs?: string;
}

/**
 * Runs all loads, at most `places` at a time: a place that is free takes the first that can start. Resolves to their results, in the
 * order of the loads; rejects as soon as one does.
 */
export async function runBeside<One extends Load, Result>(
  loads: readonly One[],
  places: number,
  run: (load: One) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...loads];
  const running = new Set<One>();
  const results = new Map<One, Result>();
  const canStart = ({ isWide, needs }: One) =>
    !(isWide && [...running].some((other) => other.isWide)) &&
    ![...waiting, ...running].some(({ name }) => name === needs);

  async function runOne(load: One): Promise<void> {
    results.set(load, await run(load));
    running.delete(load);
    await fill();
  }

  async function fill(): Promise<void> {
    const started: Promise<void>[] = [];
    while (running.size < places) {
      const load = waiting.find(canStart);
      if (!load) break;
      waiting.splice(waiting.indexOf(load), 1);
      running.add(load);
      started.push(runOne(load));
    }
    await Promise.all(started);
  }

  await fill();
  if (waiting.length > 0) throw new Error(`These wait for each other: ${waiting.map(({ name }) => name)}.`);
  return loads.map((load) => results.get(load) as Result);
}
