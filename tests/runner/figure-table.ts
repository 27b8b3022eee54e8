import { type Figure, isMet, shortNumber } from './figure.ts';

const BEGIN = '<!-- npm run bench -- --all writes what follows -->';
const END = '<!-- and no more -->';
const HEAD = ['| figure | measured | aim |', '|---|---|---|'];

/**
 * A page with its tables of figures renewed, one for each machine: rows of this machine take the place of those with the same figure, others
 * are kept. Figures without an aim have no row.
 *
 * @throws Error if the page has no place for the tables
 */
export function withFigures(page: string, figures: readonly Figure[], machine: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error(`The page has no place for the table: ${BEGIN} … ${END}`);
  const machines = tablesIn(page.slice(from, to));
  const rows = machines.get(machine) ?? new Map<string, string>();
  for (const figure of figures) {
    if (figure.atMost === undefined && figure.atLeast === undefined) continue;
    const name = inCell(`${figure.section}: ${figure.name}`);
    rows.set(name, `| ${[name, measured(figure), aim(figure)].join(' | ')} |`);
  }
  if (rows.size > 0) machines.set(machine, rows);
  const tables = [...machines]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, ofMachine]) => [`**${name}**`, '', ...HEAD, ...sortedLines(ofMachine), '']);
  return `${page.slice(0, from)}${[BEGIN, '', ...tables].join('\n')}\n${page.slice(to)}`;
}

/** Rows by figure, by machine. */
function tablesIn(text: string): Map<string, Map<string, string>> {
  const machines = new Map<string, Map<string, string>>();
  let rows = new Map<string, string>();
  for (const line of text.split('\n')) {
    const machine = /^\*\*(.+)\*\*$/.exec(line)?.[1];
    if (machine) {
      rows = new Map();
      machines.set(machine, rows);
    } else if (line.startsWith('| ') && !HEAD.includes(line)) {
      rows.set(line.slice(2).split(' | ')[0] ?? '', line);
    }
  }
  return machines;
}

const sortedLines = (rows: Map<string, string>) =>
  [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);

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
