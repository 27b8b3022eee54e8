import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../docs/specification.md');

export const specificationText = (): string => readFileSync(FILE, 'utf8');

/** One table row or sentence of the specification. */
export interface SpecificationRow {
  /** Such as 2.4. */
  section: string;
  /** What a table row begins with, after the name of its table; or the sentence. */
  says: string;
}

/** Long lists are identified by their first words. */
const MOST = 160;

const isRule = (line: string) => /^\|[\s|:-]+\|$/.test(line);

function sentencesOf(text: string): string[] {
  return text
    .replace(/^(- |\d+\. )/, '')
    .split(/(?<=[.;])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .map((sentence) => (sentence.length > MOST ? `${sentence.slice(0, MOST)}…` : sentence));
}

/** The title row of a table, which is above the rule. */
const isTitle = (next: string | undefined) => isRule(next ?? '');

/** What one line says; `table` names the table that a row belongs to. */
function saidIn(line: string, next: string | undefined, table: string): string[] {
  if (line.trim() === '' || /^\*\*\w+\*\*$/.test(line)) return [];
  if (!line.startsWith('|')) return sentencesOf(line);
  if (isRule(line) || isTitle(next)) return [];
  const first = (line.split('|')[1] ?? '').trim();
  return [table === '' ? first : `${table}: ${first}`];
}

/** The table that a line opens, by the bold name above it or its title row; null where it opens none. */
function tableOpenedBy(line: string, next: string | undefined): string | null {
  if (line.startsWith('| audio_metadata field') && isTitle(next)) return 'audio_metadata';
  return /^\*\*(\w+)\*\*/.exec(line)?.[1] ?? null;
}

/** Every table row and sentence of §§ 2 to 9, in order. */
export function specificationRows(text: string): SpecificationRow[] {
  const rows: SpecificationRow[] = [];
  let section = '';
  let table = '';
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const heading = /^#+ (\d+(?:\.\d+)?)?/.exec(line);
    if (heading) section = heading[1] ?? section;
    table = heading ? '' : (tableOpenedBy(line, lines[index + 1]) ?? table);
    if (heading || !/^[2-9]/.test(section)) continue;
    rows.push(...saidIn(line, lines[index + 1], table).map((says) => ({ section, says })));
  }
  return rows;
}
