import { z } from '../../lib/zod.ts';
import { type CueRow, cueFile, REFERABLE } from './cue-schema.ts';

const cuesOf = (row: CueRow) => ('forms' in row ? row.forms : row.cues);
const nameOf = (cue: ReturnType<typeof cuesOf>[number]): string => (typeof cue === 'string' ? cue : cue.cue);

/** What a row is of: the same cue may be in one such row only. */
const useOf = (row: CueRow): string =>
  Object.entries(row)
    .flatMap(([field, value]) => (field === 'cues' || field === 'forms' ? [] : value))
    .join(', ');

/** What is wrong with a file of cues, each with its row; empty if nothing is. */
export function cueFaults(name: string, content: unknown): string[] {
  const parsed = cueFile.safeParse(content);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => `${name}, ${z.core.toDotPath(issue.path)}: ${issue.message}`);
  const faults: string[] = [];
  const seen = new Map<string, string>();
  for (const [row, own] of parsed.data.cues.entries()) {
    for (const [index, cue] of cuesOf(own).entries()) {
      const key = `${useOf(own)}: ${JSON.stringify(cue)}`;
      const before = seen.get(key);
      const place = `cues[${row}].${'forms' in own ? 'forms' : 'cues'}[${index}]`;
      if (before) faults.push(`${name}, ${place}: "${nameOf(cue)}" (${useOf(own)}) is in ${before}, too`);
      seen.set(key, place);
    }
  }
  for (const [use, list] of Object.entries(parsed.data.words)) {
    const all = [list ?? ''].flat().join(' ').split(' ');
    for (const word of new Set(all.filter((one, index) => all.indexOf(one) !== index)))
      faults.push(`${name}, words.${use}: "${word}" is there twice`);
  }
  return faults;
}

/** Names that two of the tables of what forms refer to have: a reference would mean only one of them. */
export function nameFaults(tables = REFERABLE): string[] {
  const seen = new Map<string, string>();
  return Object.entries(tables).flatMap(([table, own]) =>
    Object.keys(own).flatMap((name) => {
      const before = seen.get(name);
      seen.set(name, table);
      return before === undefined ? [] : `${table}: "${name}" is in ${before}, too`;
    }),
  );
}
