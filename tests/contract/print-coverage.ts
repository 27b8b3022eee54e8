import { noOptions } from '../../src/cli/no-options.ts';
import { coverage } from './coverage.ts';

noOptions(`Usage: npm run coverage

Prints every row of docs/specification.md with its tests, as their titles say.`);

const { rows, unknown } = coverage();
for (const { section, says, tests } of rows) {
  console.log(`§${section} ${says}`);
  for (const test of tests) console.log(`    ${test}`);
  if (tests.length === 0) console.log('    NO TEST');
}
for (const mark of unknown) console.log(`NAMES NO ROW: ${mark}`);
