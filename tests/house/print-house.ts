import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { AIMS } from './house-aims.ts';
import { measureHouse } from './measure-house.ts';

/** `npm run house`: the sizes of the house beside their aims; with `--places`, the files and functions that are too large. */
const house = measureHouse(PROJECT_ROOT);
const width = Math.max(...AIMS.map(({ name }) => name.length));
for (const { name, value, aim } of AIMS) {
  const measured = value(house);
  const cells = [name.padEnd(width), String(measured).padStart(8), `≤ ${aim}`.padStart(10)];
  console.log(`${cells.join('  ')}${measured > aim ? '  missed' : ''}`);
}
if (process.argv.includes('--places')) {
  for (const place of [...house.filesOver300, ...house.wideFunctions]) console.log(place);
}
