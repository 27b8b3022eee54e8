import { readFileSync } from 'node:fs';

/**
 * The rows of a table beside a test: what goes in, and what must come of it. A further case is a further row in
 * `NAME.cases.json`, and no code. Tests of add-ons are all called `run.test.ts`: their tables have the folder's name.
 */
export function caseRows<Row>(testUrl: string, table: string): Row[] {
  const named = testUrl.replace(/\/([^/]+)\/run\.test\.ts$/, '/$1/$1.cases.json');
  const file = new URL(named.replace(/\.test\.ts$/, '.cases.json'));
  const rows: unknown = JSON.parse(readFileSync(file, 'utf8'))[table];
  if (!Array.isArray(rows) || rows.length === 0) throw new Error(`${file.pathname} has no table "${table}".`);
  return rows;
}
