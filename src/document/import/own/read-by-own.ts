import type { OwnMapping } from '../../../contract/transcripts/import-mapping.ts';
import type { ImportedPassage, ImportFormat } from '../../../contract/transcripts/imported-transcript.ts';
import { firstMade } from '../../../lib/first-made.ts';
import { ImportNotes, unlessRefused } from '../bad-import.ts';
import { parseJson } from '../json/read-json-transcript.ts';
import { readLayout } from '../json/read-layout.ts';
import { passagesOf } from '../json/recognised-segments.ts';
import { mappedTable } from '../tables/read-table.ts';
import { splitTable } from '../tables/table-head.ts';
import { type XmlElement, xmlRoot } from '../text/xml-elements.ts';

/** An element in a tree: its text where it has nothing else, otherwise its attributes and elements, which are in lists. */
function treeOf({ attributes, inside }: XmlElement): unknown {
  const fields: Record<string, unknown> = Object.fromEntries(attributes);
  let text = '';
  for (const one of inside) {
    if (typeof one === 'string') {
      text += one;
      continue;
    }
    const before = fields[one.name];
    const value = treeOf(one);
    if (Array.isArray(before)) before.push(value);
    // A text that comes once is a field.
    else if (before === undefined) fields[one.name] = typeof value === 'string' ? value : [value];
    else fields[one.name] = [before, value];
  }
  const said = text.replaceAll(/\s+/gu, ' ').trim();
  if (Object.keys(fields).length === 0) return said;
  return said === '' ? fields : { ...fields, '#text': said };
}

/** What a file of fields in each other has, as JSON, a value on each line, or XML; undefined for another one. */
export function treeOfFile(content: string): unknown {
  const start = content.trimStart();
  if (start.startsWith('<')) return treeOf(xmlRoot(content));
  if (!/^[[{]/.test(start)) return undefined;
  return unlessRefused(() => parseJson('', content, new ImportNotes())) ?? undefined;
}

type Read = { passages: ImportedPassage[]; format: ImportFormat };

/** A file by the first of a person's mappings that it fits; null if it fits none. */
export function readByOwn(mappings: readonly OwnMapping[], content: string, notes: ImportNotes): Read | null {
  const root = mappings.some(({ reader }) => reader === 'trees') ? treeOfFile(content) : undefined;
  const table = mappings.some(({ reader }) => reader === 'tables') ? splitTable(content) : null;
  return firstMade(mappings, (mapping): Read | null => {
    if (mapping.reader === 'tables') {
      const passages = table && mappedTable(mapping, table, notes);
      return passages && { passages, format: 'csv' };
    }
    if (root === undefined) return null;
    const found = firstMade(mapping.layouts, (layout) => {
      const segments = readLayout(layout, root);
      return segments?.length ? segments : null;
    });
    const passages = passagesOf(found ?? [], notes);
    return passages.length > 0 ? { passages, format: 'json' } : null;
  });
}
