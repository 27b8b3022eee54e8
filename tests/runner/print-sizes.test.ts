import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sizesOf, sizeTable } from '../budgets/print-sizes.ts';

const dist = mkdtempSync(join(tmpdir(), 'earshot-sizes-'));
afterAll(() => rmSync(dist, { recursive: true }));

it('the sizes of a build are measured from its files', () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<script type="module" src="/assets/app.js"></script>');
  writeFileSync(join(dist, 'assets/app.js'), 'export const text = 1;'.repeat(1000));
  const worker = 'precache([{"revision":null,"url":"assets/app.js"}])';
  writeFileSync(join(dist, 'service-worker.js'), worker);
  mkdirSync(join(dist, 'models'));
  writeFileSync(join(dist, 'models/index.json'), '{}\n');
  const sizes = sizesOf(dist);
  expect(sizes).toMatchObject({ 'Files stored at a visit': 22_000, Scripts: 22_000 + worker.length });
  expect(sizes['Scripts of the first view, compressed']).toBeLessThan(1000);
  expect(sizes['All files without models']).toBe((sizes.Scripts ?? 0) + 52);
  expect(sizes.Models).toBe(3);
});

it('the table shows them, and the difference from another build', () => {
  expect(sizeTable({ Scripts: 22_052 })).toBe('| part | size |\n|---|--:|\n| Scripts | 22.1 kB |');
  expect(
    sizeTable({ One: 3000, Two: 1_500_000, Three: 5, Four: 10 }, { One: 2000, Two: 1_750_000, Three: 5 }),
  ).toBe(
    [
      '| part | size | change |',
      '|---|--:|--:|',
      '| One | 3.0 kB | +1.0 kB |',
      '| Two | 1,500.0 kB | -250.0 kB |',
      '| Three | 0.0 kB | same |',
      '| Four | 0.0 kB | new |',
    ].join('\n'),
  );
});
