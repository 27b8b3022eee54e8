import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Rehearsal } from './rehearsal-table.ts';

type Results = Record<string, Rehearsal>;

/**
 * Results of a run, each written when it comes: a rehearsal takes many minutes, and the next may end the process. They are beside the
 * sources until the run ends, because the app is built of the table, and would be built anew for each model. A run that ended early
 * leaves them to the next one.
 */
export class KeptResults {
  readonly results: Results;

  constructor(private readonly path: string) {
    this.results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  }

  add(id: string, result: Rehearsal): void {
    this.results[id] = result;
    writeFileSync(this.path, JSON.stringify(this.results, null, 2));
  }

  /** Writes them over those of earlier runs, and returns all. */
  moveTo(path: string, earlier: Readonly<Results>): Results {
    const all = { ...earlier, ...this.results };
    writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
    rmSync(this.path, { force: true });
    return all;
  }
}
