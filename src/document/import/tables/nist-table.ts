/** Of NIST's tables, whose columns have no names: a row, and the same without the file and its channel. */
const TABLES: Readonly<Record<string, readonly [string, RegExp, string]>> = {
  ctm: ['start\tduration\tword\tconfidence', /^\S+ \S+ (\S+) (\S+) (\S+) ?(\S*).*$/, '$1\t$2\t$3\t$4'],
  stm: ['speaker\tstart\tend\ttext', /^\S+ \S+ (\S+) (\S+) (\S+)(?: <[^>]*>)? ?(.*)$/, '$1\t$2\t$3\t$4'],
};

/** A CTM or STM file as a table with names, without comments and what was left out of the scoring; any other file as it is. */
export function namedTable(name: string, content: string): string {
  const [names, row, cells] = TABLES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? [];
  if (names === undefined || row === undefined || cells === undefined) return content;
  const rows = content
    .split(/\r\n?|\n/)
    .map((line) => line.trim().replaceAll(/\s+/gu, ' '))
    .filter((line) => line !== '' && !/^;;|inter_segment_gap|ignore_time_segment_in_scoring/i.test(line));
  return [names, ...rows.map((line) => line.replace(row, cells))].join('\n');
}
