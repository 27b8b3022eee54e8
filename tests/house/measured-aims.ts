import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCases } from '../cases/case-tables.ts';
import { readPersonalData } from '../cases/read-personal-data.ts';
import { scoreCases } from '../cases/score-cases.ts';
import { RUN_FILE } from '../runner/run-file.ts';

/** An aim that is measured by a run rather than counted in files; its value is missing where nothing was run. */
export interface MeasuredAim {
  name: string;
  value: number | undefined;
  aim: number;
  is: 'least' | 'most';
}

const run = z.object({ seconds: z.number() });

/** Seconds that the last whole `npm test` took here. */
export function lastRun(root: string): number | undefined {
  const path = join(root, RUN_FILE);
  return existsSync(path) ? run.parse(JSON.parse(readFileSync(path, 'utf8'))).seconds : undefined;
}

/** What rules find in the sealed cases, how many harmless ones they change, and how long the last tests took. */
export async function measuredAims(
  root: string,
  sealed = readCases().filter(({ isSealed }) => isSealed),
): Promise<MeasuredAim[]> {
  const outcomes = [];
  for (const one of sealed) outcomes.push(await readPersonalData(one));
  const { labels, found, harmless, changed } = scoreCases(sealed, outcomes);
  return [
    { name: 'sealed labels found by rules, %', value: (100 * found) / labels, aim: 92, is: 'least' },
    { name: 'sealed harmless sentences changed, %', value: (100 * changed) / harmless, aim: 1, is: 'most' },
    { name: 'seconds of the last npm test', value: lastRun(root), aim: 12 * 60, is: 'most' },
  ];
}
