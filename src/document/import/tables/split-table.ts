/** A row of a table, and its line, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** The sign between cells: the one of which the first row has most. */
function delimiterOf(content: string): string {
  const row = (content.slice(0, 5000).split(/\r|\n/)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = ['\t', ',', ';', '|'].map((sign) => [sign, row.split(sign).length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}

/** The rows of a table of comma- or tab-separated values: RFC 4180, with any of the usual delimiters. */
export function splitTable(content: string): { rows: TableRow[]; delimiter: string } {
  // Spreadsheets write which sign it is.
  const [named = '', sign] = /^"?sep=([^\r\n"])"?[^\S\r\n]*(?:\r\n?|\n)/i.exec(content) ?? [];
  const delimiter = sign ?? delimiterOf(content);
  const rows: TableRow[] = [];
  let line = named === '' ? 1 : 2;
  let row: TableRow = { line, cells: [] };
  for (let at = named.length; at < content.length; ) {
    const quote = content[at] === '"' ? closingQuote(content, at, delimiter) : null;
    const end = quote ?? endOfCell(content, at, delimiter);
    const cell = quote === null ? content.slice(at, end) : content.slice(at + 1, end).replaceAll('""', '"');
    row.cells.push(cell);
    line += cell.split('\n').length - 1;
    at = quote === null ? end : end + 1;
    const isLast = content[at] !== delimiter;
    if (content[at] === '\r' && content[at + 1] === '\n') at++;
    at++;
    if (!isLast) continue;
    rows.push(row);
    row = { line: ++line, cells: [] };
  }
  if (row.cells.length > 0) rows.push(row);
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), delimiter };
}

function endOfCell(content: string, from: number, delimiter: string): number {
  let at = from;
  while (at < content.length && content[at] !== delimiter && content[at] !== '\n' && content[at] !== '\r')
    at++;
  return at;
}

/** The quote that ends a cell; two of them are one of its text. Null if the cell only begins with one: "Yes", he said. */
function closingQuote(content: string, from: number, delimiter: string): number | null {
  let at = content.indexOf('"', from + 1);
  while (at >= 0 && content[at + 1] === '"') at = content.indexOf('"', at + 2);
  return at >= 0 && [delimiter, '\r', '\n', undefined].includes(content[at + 1]) ? at : null;
}
