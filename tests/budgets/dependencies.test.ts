import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('gives a reason for each entry of package.json and examples/package.json, and for nothing else', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const ofExamples = JSON.parse(read('examples/package.json'));
  const rows = [...read('docs/dependencies.md').matchAll(/^\| (`[^`]+`(?:, `[^`]+`)*) \| (.*) \|$/gm)];
  expect(rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))).toEqual([
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies),
    ...Object.keys(ofExamples.devDependencies),
  ]);
  expect(rows.filter(([, , reason = '']) => !/^[A-Z].{10,}\.$/.test(reason))).toEqual([]);
});
