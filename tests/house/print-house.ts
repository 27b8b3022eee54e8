import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { AIMS } from './house-aims.ts';
import { measureHouse } from './measure-house.ts';
import { measuredAims } from './measured-aims.ts';

/**
 * `npm run house`: the sizes of the house, what rules find in sealed cases, and how long the last `npm test` took, beside their aims;
 * with `--places`, the files and functions that are too large.
 */
const house = measureHouse(PROJECT_ROOT);
const counted = AIMS.map(({ name, value, aim }) => ({ name, value: value(house), aim, is: 'most' as const }));
const all = [...counted, ...(await measuredAims(PROJECT_ROOT))];
const width = Math.max(...all.map(({ name }) => name.length));
for (const { name, value, aim, is } of all) {
  const measured = value === undefined ? 'not run' : String(Math.round(value * 10) / 10);
  const isMissed = value !== undefined && (is === 'most' ? value > aim : value < aim);
  const cells = [
    name.padEnd(width),
    measured.padStart(8),
    `${is === 'most' ? '≤' : '≥'} ${aim}`.padStart(10),
  ];
  console.log(`${cells.join('  ')}${isMissed ? '  missed' : ''}`);
}
if (process.argv.includes('--places')) {
  for (const place of [...house.filesOver300, ...house.wideFunctions]) console.log(place);
}
