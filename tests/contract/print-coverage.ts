import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noOptions } from '../../src/cli/no-options.ts';
import { coverage, storedRows } from './coverage.ts';
import { specificationRows, specificationText } from './specification-rows.ts';

noOptions(`Usage: npm run coverage

Prints every row of the specification with its tests, as their titles say. Where the specification lies beside the project and
its rows have changed, they are stored.`);

const text = specificationText();
const rowsNow = text === null ? storedRows : specificationRows(text);
if (JSON.stringify(rowsNow) !== JSON.stringify(storedRows)) {
  const sections: Record<string, string[]> = {};
  for (const { section, says } of rowsNow) {
    const key = `§${section}`;
    sections[key] = [...(sections[key] ?? []), says];
  }
  const path = join(import.meta.dirname, 'specification-rows.json');
  writeFileSync(path, `${JSON.stringify(sections, null, 2)}\n`);
  console.log('The rows have changed: they are stored, and this list tells of them when it is run again.\n');
}

const { rows, unknown } = coverage();
for (const { section, says, tests } of rows) {
  console.log(`§${section} ${says}`);
  for (const test of tests) console.log(`    ${test}`);
  if (tests.length === 0) console.log('    NO TEST');
}
for (const mark of unknown) console.log(`NAMES NO ROW: ${mark}`);
