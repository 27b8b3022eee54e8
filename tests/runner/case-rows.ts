import { readFileSync } from 'node:fs';

/**
 * The rows of a table beside a test: what goes in, and what must come of it. A further case is a further row in
 * `NAME.cases.json`, and no code.
 */
export function caseRows<Row>(testUrl: string, table: string): Row[] {
  const file = new URL(testUrl.replace(/\.(test|spec)\.ts$/, '.cases.json'));
  const rows: unknown = JSON.parse(readFileSync(file, 'utf8'))[table];
  if (!Array.isArray(rows) || rows.length === 0) throw new Error(`${file.pathname} has no table "${table}".`);
  return rows;
}
