import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { RowChange } from './protected-rows.ts';
import { encodeChange, readChanges, rowsAfter } from './row-log.ts';

const put = (key: string, value: unknown): RowChange => ({ store: 'results', key, value });
const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

async function read(log: Uint8Array<ArrayBuffer>): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  for await (const change of readChanges(new Blob([log]))) changes.push(change);
  return changes;
}

const CHANGES: RowChange[] = [
  put('a', { text: 'Größe', pieces: [bytes(3), bytes(0), bytes(70_000)] }),
  { store: 'arrival-pieces', key: ['b', 0], value: bytes(2_000_000).buffer },
  { store: 'live-messages', key: ['b', 1], value: '{"type":"line"}' },
  { store: 'edit-paragraphs', from: ['c'], to: ['c', 'z'] },
  put('a', null),
];
const RECORDS = CHANGES.map(encodeChange);

describe('a log of rows', () => {
  it('is read as it was written, with the bytes in the rows', async () => {
    expect(await read(concatenateBytes(RECORDS))).toEqual(CHANGES);
    expect(await read(new Uint8Array(0))).toEqual([]);
  });

  it('gives what is whole, wherever its end was torn off', async () => {
    const log = concatenateBytes([RECORDS[2] ?? bytes(0), RECORDS[4] ?? bytes(0)]);
    const first = RECORDS[2]?.length ?? 0;
    for (let length = 0; length < log.length; length += 1)
      expect(await read(log.slice(0, length))).toEqual(length < first ? [] : [CHANGES[2]]);
  });

  it('gives what was written behind a torn record, and before and behind a damaged one', async () => {
    const torn = RECORDS[1]?.slice(0, 1_500_000) ?? bytes(0);
    expect(await read(concatenateBytes([torn, ...RECORDS.slice(2)]))).toEqual(CHANGES.slice(2));
    const damaged = RECORDS.map((record) => record.slice());
    damaged[2]?.fill(0, 20, 22);
    expect(await read(concatenateBytes(damaged))).toEqual([...CHANGES.slice(0, 2), ...CHANGES.slice(3)]);
  });
});

it('the rows that are left are the last ones of their keys that nothing deleted', async () => {
  const paragraph = (job: string, id: string, value: string): RowChange => ({
    store: 'edit-paragraphs',
    key: [job, id],
    value,
  });
  async function* changes(): AsyncGenerator<RowChange> {
    yield paragraph('a', '1', 'old');
    yield paragraph('a', '2', 'gone');
    yield paragraph('b', '1', 'other');
    yield { store: 'edit-versions', key: ['a', 1], value: 'another store' };
    yield { store: 'edit-paragraphs', from: ['a', '1'], to: ['a', '2'] };
    yield paragraph('a', '1', 'new');
  }
  expect((await rowsAfter(changes())).map(({ value }) => value)).toEqual(['other', 'another store', 'new']);
});
