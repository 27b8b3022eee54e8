import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeptResults } from './kept-results.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-rehearsals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const fails = (failure: string) => ({ failure, device: 'wasm' as const });

it('results of a run that ended early are those of the next one, too', () => {
  const [kept, table] = [join(folder, 'kept.json'), join(folder, 'table.json')];
  const early = new KeptResults(kept);
  early.add('one', fails('first'));
  early.add('two', fails('second'));
  // The process ends here.
  const next = new KeptResults(kept);
  next.add('two', fails('again'));
  const all = { none: fails('before'), one: fails('first'), two: fails('again') };
  expect(next.moveTo(table, { none: fails('before'), one: fails('before') })).toEqual(all);
  expect(JSON.parse(readFileSync(table, 'utf8'))).toEqual(all);
  expect(existsSync(kept)).toBe(false);
  expect(new KeptResults(kept).results).toEqual({});
});
