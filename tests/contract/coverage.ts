import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SpecificationRow, specificationRows, specificationText } from './specification-rows.ts';
import { type Mark, markedTests } from './title-marks.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A row and the tests that show it, as `file › title`. */
export interface CoveredRow extends SpecificationRow {
  tests: string[];
}

/** A row as marks write it: without markup, a row of a named table as `Table.row`. */
function nameOf({ says }: SpecificationRow): string {
  return says
    .replaceAll(/[*`]/g, '')
    .replace(/…$/, '')
    .replace(/^(\w+): (\w+)$/, '$1.$2');
}

/**
 * The rows that a mark names. A name is that of a table row, or how a row begins, as far as no other row of the section
 * begins so; `*` means all rows of the section, `Name*` for all table rows that begin so.
 */
export function rowsNamed<Row extends SpecificationRow>(rows: Row[], { section, name }: Mark): Row[] {
  const inSection = rows.filter((row) => row.section === section);
  if (name === '*') return inSection;
  if (name.endsWith('*')) {
    const start = name.slice(0, -1);
    return inSection.filter((row) => nameOf(row).startsWith(start) && /^[\w.]+$/.test(nameOf(row)));
  }
  const exact = inSection.filter((row) => nameOf(row) === name);
  if (exact.length > 0) return exact;
  const begun = inSection.filter(
    (row) => nameOf(row).startsWith(name) && !/^\w/.test(nameOf(row).slice(name.length)),
  );
  return begun.length === 1 ? begun : [];
}

const testFiles = (): string[] =>
  ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.ts$/.test(path))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .sort(),
  );

/** Each row of the specification with its tests, and the marks that name no row or more than one by accident. */
export function coverage(): { rows: CoveredRow[]; unknown: string[] } {
  const rows = specificationRows(specificationText()).map((row) => ({ ...row, tests: [] as string[] }));
  const unknown: string[] = [];
  for (const file of testFiles()) {
    for (const { title, marks } of markedTests(readFileSync(join(ROOT, file), 'utf8'))) {
      const test = `${file} › ${title}`;
      for (const mark of marks) {
        const named = rowsNamed(rows, mark);
        if (named.length === 0) unknown.push(`§${mark.section} ${mark.name}: ${test}`);
        for (const row of named) if (!row.tests.includes(test)) row.tests.push(test);
      }
    }
  }
  return { rows, unknown };
}
