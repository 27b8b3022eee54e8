import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { ROWS_AT_ONCE } from './corrected-rows.ts';
import { type RowPutters, writeCorrectedRows } from './write-corrected-rows.ts';

/** Answers each request a moment later, as a database does. */
function countingTransaction() {
  const counted = { waiting: 0, most: 0, put: 0, deleted: 0 };
  const ask = async (kind: 'put' | 'deleted') => {
    counted.waiting += 1;
    counted.most = Math.max(counted.most, counted.waiting);
    await new Promise((resolve) => setImmediate(resolve));
    counted.waiting -= 1;
    counted[kind] += 1;
  };
  const store = { put: () => ask('put'), delete: () => ask('deleted') };
  return { counted, transaction: { objectStore: () => store } satisfies RowPutters };
}

it('keeps no other request behind thousands of its own', async () => {
  const said = Array.from({ length: 1_050 }, (_, index) => ({ text: 'again', at: index * 10 }));
  const { paragraphs, ...document } = documentOf(...said);
  expect(paragraphs).toHaveLength(said.length);
  const gone = Array.from({ length: 730 }, (_, index) => `q${index}`);
  const head = { job_id: '11111111-1111-4111-8111-111111111111', revision: 2, edited_at: '', document };
  const { counted, transaction } = countingTransaction();
  await writeCorrectedRows(transaction, head, { paragraphs, changed: paragraphs, gone });
  expect(counted).toEqual({ waiting: 0, most: ROWS_AT_ONCE, put: 1_051, deleted: 730 });
});
