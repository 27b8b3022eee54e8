import { type Figure, isMet, shortNumber } from './figure.ts';

const BEGIN = '<!-- npm run bench -- --all writes what follows -->';
const END = '<!-- and no more -->';
const HEAD = ['| figure | measured | aim | machine |', '|---|---|---|---|'];

/**
 * A page with its table of figures renewed: rows of this machine take the place of those with the same figure and machine, others stay.
 * Figures without an aim have no row.
 *
 * @throws Error if the page has no place for the table
 */
export function withFigures(page: string, figures: readonly Figure[], machine: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`The page has no place for the table: ${BEGIN} … ${END}`);
  const rows = new Map<string, string>();
  for (const line of page.slice(from, to).split('\n')) {
    const cells = cellsOf(line);
    if (cells && !HEAD.includes(line)) rows.set(keyOf(cells[0] ?? '', cells[3] ?? ''), line);
  }
  for (const figure of figures) {
    if (figure.atMost === undefined && figure.atLeast === undefined) continue;
    const name = inCell(`${figure.section}: ${figure.name}`);
    const cells = [name, measured(figure), aim(figure), inCell(machine)];
    rows.set(keyOf(name, inCell(machine)), `| ${cells.join(' | ')} |`);
  }
  // The same figure of several machines stands together.
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  return `${page.slice(0, from)}${[BEGIN, '', ...HEAD, ...lines, ''].join('\n')}\n${page.slice(to)}`;
}

const keyOf = (name: string, machine: string) => `${name}\n${machine}`;

function cellsOf(line: string): string[] | null {
  return line.startsWith('| ') ? line.slice(2, -2).split(' | ') : null;
}

const inCell = (text: string) => text.replaceAll('|', '/');

const measured = ({ value, unit }: Figure) => `${shortNumber(value)} ${unit}`.trim();

function aim(figure: Figure): string {
  const { unit, atMost, atLeast } = figure;
  const bounds = [
    ...(atLeast === undefined ? [] : [`≥ ${shortNumber(atLeast)} ${unit}`.trim()]),
    ...(atMost === undefined ? [] : [`≤ ${shortNumber(atMost)} ${unit}`.trim()]),
  ];
  return [...bounds, ...(isMet(figure) ? [] : ['missed'])].join(', ');
}
