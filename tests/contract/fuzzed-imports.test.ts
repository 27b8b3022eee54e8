import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupCase, entriesOf } from '../fuzz/backup-case.ts';
import { checkBackup, wholeBackup } from '../fuzz/check-backup.ts';
import { type Call, checkImport } from '../fuzz/check-import.ts';
import { transcriptCase } from '../fuzz/transcript-case.ts';
import { isThorough } from '../runner/thorough.ts';
import { startService } from './service.ts';

/** The first ones of a thorough run; `npm run bench -- fuzz-stored` tries others, at random. */
const [TRANSCRIPTS, BACKUPS] = isThorough ? [200, 60] : [40, 12];
/** Seeds that once found something: ids that ran out, archives whose restore never ended, and a name that no header can have. */
const FOUND = {
  transcripts: [1702281682, 1702299255],
  backups: [1853251108, 1223653570, 1223664835, 283341895, 283364305],
};
const seeds = (count: number, found: readonly number[]) => [...Array(count).keys(), ...found];

const start = async (): Promise<Call> => (await startService()).call;

beforeEach(() => {
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

const faultsOf = (outcomes: readonly { seed: number; outcome: string; detail: string }[]) =>
  outcomes.filter(({ outcome }) => outcome === 'crashed');
const countOf = (outcomes: readonly { outcome: string }[], wanted: string) =>
  outcomes.filter(({ outcome }) => outcome === wanted).length;

describe('a mutated file', () => {
  it('that is imported as a transcript is refused with a reason, or read, corrected and exported again', async () => {
    const call = await start();
    const outcomes = [];
    for (const seed of seeds(TRANSCRIPTS, FOUND.transcripts)) {
      outcomes.push({ seed, ...(await checkImport(transcriptCase(seed), call)) });
    }
    expect(faultsOf(outcomes)).toEqual([]);
    // Else it would say nothing.
    expect(countOf(outcomes, 'accepted')).toBeGreaterThan(TRANSCRIPTS / 5);
    expect(countOf(outcomes, 'refused')).toBeGreaterThan(TRANSCRIPTS / 5);
  });

  it('that is restored as a backup is refused with a reason and leaves nothing, or is read and backed up again', async () => {
    await start();
    const files = await entriesOf(await wholeBackup());
    const outcomes = [];
    for (const seed of seeds(BACKUPS, FOUND.backups)) {
      outcomes.push({ seed, ...(await checkBackup(await backupCase(files, seed), seed % 2 === 0, start)) });
    }
    expect(faultsOf(outcomes)).toEqual([]);
    expect(countOf(outcomes, 'accepted')).toBeGreaterThan(BACKUPS / 10);
    expect(countOf(outcomes, 'refused')).toBeGreaterThan(BACKUPS / 5);
  });
});
