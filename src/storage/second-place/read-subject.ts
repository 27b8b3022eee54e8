import { gunzip } from '../../lib/bytes/gzip.ts';
import { readLog } from './log-parts.ts';
import { copyOf, readPlaceFile } from './place-files.ts';
import type { RowChange } from './protected-rows.ts';
import { type KeptRow, readChanges, rowsAfter } from './row-log.ts';

/** The rows of a subject: its compact copy, changed as its log says. */
export async function readSubject(subject: string): Promise<KeptRow[]> {
  return rowsAfter(changesOf(subject));
}

async function* changesOf(subject: string): AsyncGenerator<RowChange> {
  const copy = await readPlaceFile(copyOf(subject));
  // A damaged copy must not keep the others away.
  const rows = copy && (await gunzip(await copy.arrayBuffer()).catch(() => null));
  if (rows) yield* readChanges(new Blob([rows]));
  for (const part of await readLog(subject)) yield* readChanges(part);
}
