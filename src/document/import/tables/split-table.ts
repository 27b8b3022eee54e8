import { MARKS } from '../vocabulary/patterns.ts';
/** A row of a table, and its line, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** A table, and the sign between its cells. */
export interface Table {
  rows: TableRow[];
  delimiter: string;
}

const SIGNS = ['\t', ',', ';', '|'];
/** How much of a table is looked at; signs. */
const SAMPLE = 5000;

/**
 * The sign between cells, of those that every row has: a tab, which texts do not have; otherwise the one whose number changes least from
 * row to row, then the one of which the first row has most.
 */
function delimiterOf(content: string): string {
  const sample = content.slice(0, SAMPLE).replaceAll(/"[^"]*"/g, '');
  const lines = sample.split(/\r\n?|\n/);
  // The last one may be cut off.
  const rows = lines.slice(0, content.length > SAMPLE ? -1 : undefined).filter((row) => row.trim() !== '');
  const counts = SIGNS.map((sign) => {
    const all = (rows.length > 0 ? rows : lines).map((row) => row.split(sign).length - 1);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return { sign, first: all[0] ?? 0, spread: least > 0 ? most - least : SAMPLE };
  });
  const tab = counts.find(({ sign, spread }) => sign === '\t' && spread < SAMPLE);
  const [best] = counts.toSorted((a, b) => a.spread - b.spread || b.first - a.first);
  return (tab ?? best)?.sign ?? ',';
}

/** The rows of a table of comma- or tab-separated values: RFC 4180, with any of the usual delimiters. */
export function splitTable(content: string): Table {
  // Spreadsheets write which sign it is.
  const [named = '', sign] = /^"?sep=([^\r\n"\w])"?[^\S\r\n]*(?:\r\n?|\n)/i.exec(content) ?? [];
  const delimiter = sign ?? delimiterOf(content);
  // A cell may only begin with a quote: "Yes", he said.
  const quoted = MARKS.audacityLabel.test(content)
    ? '((?!))'
    : `"([^"]*(?:""[^"]*)*)"(?=\\${delimiter}|[\\r\\n]|$)`;
  const cells = new RegExp(`(?:${quoted}|([^\\${delimiter}\\r\\n]*))(\\${delimiter}|\\r\\n?|\\n|$)`, 'g');
  const rows: TableRow[] = [];
  let line = named === '' ? 1 : 2;
  let row: TableRow = { line, cells: [] };
  for (const [, inQuotes, bare = '', end] of content.slice(named.length).matchAll(cells)) {
    const cell = inQuotes?.replaceAll('""', '"') ?? bare;
    row.cells.push(cell);
    line += cell.split('\n').length - 1;
    if (end === delimiter) continue;
    rows.push(row);
    row = { line: ++line, cells: [] };
  }
  return { rows: rows.filter(({ cells: all }) => all.some((cell) => cell.trim() !== '')), delimiter };
}
