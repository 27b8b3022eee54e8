import { describe, expect, it } from 'vitest';
import type { Figure } from './figure.ts';
import { withFigures } from './figure-table.ts';
import { describeProcessor } from './processor.ts';

const PAGE =
  'Before.\n\n<!-- npm run bench -- --all writes what follows -->\n<!-- and no more -->\n\nAfter.\n';
const MISSED: Figure = { section: 'latency', name: 'slowest', value: 44.44, unit: 'ms', atMost: 30 };
const MET: Figure = { section: 'rtf', name: 'plain | dense', value: 3.6, unit: '', atLeast: 3.5 };

const tableOf = (page: string) => page.split('\n').filter((line) => /^[|*]/.test(line));
const HEAD = ['| figure | measured | aim |', '|---|---|---|'];

describe('the tables of figures', () => {
  it('have value and aim of each, by machine, and leave the rest of the page', () => {
    const page = withFigures(PAGE, [MISSED, MET], 'Fast, 2 cores');
    expect(tableOf(page)).toEqual([
      '**Fast, 2 cores**',
      ...HEAD,
      '| latency: slowest | 44.44 ms | ≤ 30.00 ms, missed |',
      '| rtf: plain / dense | 3.60 | ≥ 3.50 |',
    ]);
    expect(page.startsWith('Before.\n')).toBe(true);
    expect(page.endsWith('\n\nAfter.\n')).toBe(true);
  });

  it('replace what the same machine measured before, and keep that of others', () => {
    const fast = withFigures(PAGE, [MISSED, MET], 'Fast, 2 cores');
    const both = withFigures(fast, [MISSED], 'Slow, 1 core');
    const again = withFigures(both, [{ ...MISSED, value: 20 }], 'Slow, 1 core');
    expect(tableOf(again)).toEqual([
      '**Fast, 2 cores**',
      ...HEAD,
      '| latency: slowest | 44.44 ms | ≤ 30.00 ms, missed |',
      '| rtf: plain / dense | 3.60 | ≥ 3.50 |',
      '**Slow, 1 core**',
      ...HEAD,
      '| latency: slowest | 20.00 ms | ≤ 30.00 ms |',
    ]);
    expect(withFigures(again, [], 'Slow, 1 core')).toBe(again);
  });

  it('leave out what has no aim', () => {
    const { atMost: _, ...unaimed } = MISSED;
    expect(withFigures(PAGE, [unaimed, MET], 'Fast, 2 cores')).toBe(
      withFigures(PAGE, [MET], 'Fast, 2 cores'),
    );
  });

  it('are refused by a page without a place for them', () => {
    expect(() => withFigures('Nothing.', [MET], '')).toThrow('no place');
  });
});

describe('a processor', () => {
  it('is described with the instruction sets by which native kernels differ', () => {
    const info = 'processor : 0\nflags\t\t: fpu avx2 avx512f avx512_vnni xsave\nbogomips : 1';
    expect(describeProcessor('AMD  EPYC', 2, info)).toBe('AMD EPYC, 2 cores, AVX2, AVX-512, AVX-512 VNNI');
    expect(describeProcessor('Neoverse-N1', 1, 'Features\t: fp asimd asimddp')).toBe(
      'Neoverse-N1, 1 core, dot product',
    );
  });

  it('is described without them where the system does not tell them', () => {
    expect(describeProcessor('', 8, '')).toBe('unnamed processor, 8 cores');
  });
});
