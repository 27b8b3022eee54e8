import type { OwnMapping, TableMapping, TreeMapping } from '../../../contract/transcripts/import-mapping.ts';
import type { ImportedPassage, ImportFormat } from '../../../contract/transcripts/imported-transcript.ts';
import type { ImportNotes } from '../bad-import.ts';
import { readLayout } from '../json/read-layout.ts';
import { passagesOf } from '../json/recognised-segments.ts';
import { rowPassages } from '../tables/read-table.ts';
import { splitTable, type Table } from '../tables/split-table.ts';
import { timeIn } from '../tables/table-times.ts';
import { withNobody } from '../voices/own-names.ts';
import { treeOfFile } from './tree-of-file.ts';

interface Read {
  passages: ImportedPassage[];
  format: ImportFormat;
}

function ofTree({ layouts }: TreeMapping, root: unknown, notes: ImportNotes): ImportedPassage[] {
  const found = layouts.map((layout) => readLayout(layout, root)).find((segments) => segments?.length);
  return found ? withNobody(passagesOf(found, notes)) : [];
}

/** The passages of a table that has the columns of a mapping; none of another one. */
function ofTable(
  { columns, width, unit }: TableMapping,
  table: Table,
  notes: ImportNotes,
): ImportedPassage[] {
  const [first, ...others] = table.rows;
  if (!first) return [];
  const head: Partial<Record<keyof typeof columns, number>> & { text: number } = { text: 0 };
  for (const column of ['start', 'end', 'voice', 'text'] as const) {
    const of = columns[column];
    if (of === undefined) continue;
    const index = typeof of === 'number' ? of : first.cells.findIndex((cell) => cell.trim() === of);
    if (index < 0 || (width !== undefined && width !== first.cells.length)) return [];
    head[column] = index;
  }
  // Any table may have as many columns.
  if (width !== undefined && head.start !== undefined && timeIn(first.cells[head.start] ?? '') === null)
    return [];
  const rows = width === undefined ? others : table.rows;
  const { start } = head;
  if (start !== undefined && !rows.some(({ cells }) => timeIn(cells[start] ?? '') !== null)) return [];
  return rowPassages({ table, head, rows, unit }, notes);
}

/** A file by the first of a person's mappings that it fits; null if it fits none. */
export function readByOwn(mappings: readonly OwnMapping[], content: string, notes: ImportNotes): Read | null {
  const root = mappings.some(({ reader }) => reader === 'trees') ? treeOfFile(content) : undefined;
  const table = mappings.some(({ reader }) => reader === 'tables') ? splitTable(content) : null;
  for (const mapping of mappings) {
    const read: Read =
      mapping.reader === 'trees'
        ? { passages: root === undefined ? [] : ofTree(mapping, root, notes), format: 'json' }
        : { passages: table ? ofTable(mapping, table, notes) : [], format: 'csv' };
    if (read.passages.some(({ text }) => text !== '')) return read;
  }
  return null;
}
