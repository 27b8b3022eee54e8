import { joinsWithoutSpace } from '../../../engine/transcript/unspaced-script.ts';

/** A row that goes on in another one, with what is between them: scripts without spaces have none. */
export const goesOn = (row: string, next: string): string =>
  next === '' || joinsWithoutSpace(row, next) ? next : ` ${next}`;

/** Rows as one text. */
export const joinRows = (rows: readonly string[]): string =>
  rows.map((row, index) => (index === 0 ? row : goesOn(rows[index - 1] ?? '', row))).join('');

/** Lines in groups, each from a line that begins one. */
export function groupsFrom(lines: readonly string[], begins: (at: number) => boolean): string[][] {
  const starts = lines.flatMap((_, at) => (at === 0 || begins(at) ? [at] : []));
  return starts.map((from, at) => lines.slice(from, starts[at + 1]));
}

/** A text in one row. */
export function inOneRow(text: string): string {
  const rows = text.split(/[\r\n]+/u).map((row) => row.trim());
  return joinRows(rows.filter((row) => row !== '')).replaceAll(/\s+/gu, ' ');
}
