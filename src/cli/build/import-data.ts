import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { importMapping } from '../../contract/transcripts/import-mapping.ts';
import { importFormat } from '../../contract/transcripts/imported-transcript.ts';
import { type LineLayout, lineReader } from '../../document/import/text/line-layouts.ts';
import { slotted } from '../../document/import/vocabulary/patterns.ts';
import { jsonFaultLine } from '../../lib/errors/json-fault.ts';
import { z } from '../../lib/zod.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** A data file of imports. */
interface DataFile {
  /** With its folder, `mappings` or `vocabulary`. */
  file: string;
  content: string;
}

interface DataFault {
  file: string;
  /** From 1. */
  line: number;
  fault: string;
}

const row = z.string().min(1);
const rows = z.array(row).min(1);
const patterns = { starts: rows.optional(), startsInAnyCase: rows.optional() };

/** The kinds of file in `vocabulary`. */
const vocabulary = z.union([
  z.strictObject({ lists: z.record(z.string(), rows) }),
  z.strictObject({ patterns: z.record(z.string(), rows) }),
  z.strictObject({
    marks: z.record(z.string(), z.strictObject({ what: row, pattern: row, flags: row.optional() })),
  }),
  z.strictObject({ units: z.record(z.string(), rows), lists: z.record(z.string(), rows) }),
  z.strictObject({ limits: z.record(z.string(), z.strictObject({ what: row, is: z.number() })) }),
  z.strictObject({ characters: z.record(z.string(), z.string()) }),
  z.strictObject({
    rewrites: z.record(
      z.string(),
      z.array(z.strictObject({ program: row, pattern: row, flags: row.optional(), to: z.string() })),
    ),
  }),
  z
    .object({ slots: z.record(z.string(), row) })
    .catchall(
      z.array(z.strictObject({ line: row, voice: z.enum(['name', 'numbered', 'unspaced']).optional() })),
    ),
  z.strictObject({
    read: z.array(z.strictObject({ format: importFormat, extensions: rows, ...patterns })),
    shapes: z.array(z.strictObject({ format: importFormat, ...patterns })),
    others: z.array(
      z.strictObject({
        what: row,
        extensions: rows.optional(),
        marked: z.literal(true).optional(),
        ...patterns,
      }),
    ),
  }),
]);

/** Keys below which the texts are regular expressions. */
const PATTERN_KEYS = new Set(['patterns', 'starts', 'startsInAnyCase']);

type Path = readonly PropertyKey[];
type Found = (line: number, fault: string) => void;

/** The lines of all values by their paths; names that are repeated in one object are reported. */
function linesOf(content: string, found: Found): (path: Path) => number {
  const tokens = Array.from(content.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g));
  const lines = new Map<string, number>();
  let [at, line, reached] = [0, 1, 0];
  const next = (): string => {
    const token = tokens[at++];
    const index = token?.index ?? content.length;
    line += content.slice(reached, index).split('\n').length - 1;
    reached = index;
    return token?.[0] ?? '';
  };
  const value = (path: Path): void => {
    const open = next();
    lines.set(path.join('\n'), line);
    if (open !== '{' && open !== '[') return;
    const names = new Set<string>();
    for (let index = 0; tokens[at] && !/^[}\]]$/.test(tokens[at]?.[0] ?? ''); index++) {
      if (tokens[at]?.[0] === ',') at++;
      let key: PropertyKey = index;
      if (open === '{') {
        key = String(JSON.parse(next()));
        if (names.has(key)) found(line, `${key} is repeated`);
        names.add(key);
        at++;
      }
      value([...path, key]);
    }
    at++;
  };
  value([]);
  return (path) => lines.get(path.join('\n')) ?? 1;
}

/** What no schema says: patterns that are none, and rows that are repeated in one list. */
function checkRows(value: unknown, path: Path, found: (path: Path, fault: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const seen = new Set<unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const own = [...path, key];
    if (typeof inner === 'string') {
      if (Array.isArray(value) && seen.has(inner)) found(own, `${JSON.stringify(inner)} is repeated`);
      seen.add(inner);
      if (key === 'pattern' || path.some((step) => PATTERN_KEYS.has(String(step)))) {
        try {
          RegExp(slotted(inner), 'iu');
        } catch (error) {
          found(own, `${JSON.stringify(inner)} is no pattern: ${String(error)}`);
        }
      }
    }
    checkRows(inner, own, found);
  }
}

/** Layouts of lines with slots that are unknown, or with broken expressions. */
function checkLines(value: unknown, found: (path: Path, fault: string) => void): void {
  const { slots, ...layouts } = value as Record<string, LineLayout[]> & { slots: Record<string, string> };
  for (const [key, rows] of Object.entries(layouts)) {
    for (const [at, layout] of rows.entries()) {
      try {
        lineReader([layout], slots);
      } catch (error) {
        found([key, at], `${JSON.stringify(layout.line)} is no layout: ${String(error)}`);
      }
    }
  }
}

/** The deepest issue of a union's members that came farthest, as people need it. */
function issueOf(error: z.ZodError): { path: Path; message: string } {
  const [issue] = error.issues;
  if (issue?.code === 'invalid_union') {
    const inner = issue.errors.map((issues) => issueOf(new z.ZodError(issues)));
    const [deepest] = inner.toSorted((a, b) => b.path.length - a.path.length);
    if (deepest) return { ...deepest, path: [...issue.path, ...deepest.path] };
  }
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return { path: [...(issue?.path ?? []), ...keys], message: issue?.message ?? 'unknown' };
}

/** The faults of data files: no JSON, unknown fields, broken patterns, rows and programs that are repeated. */
export function dataFaults(files: readonly DataFile[]): DataFault[] {
  const faults: DataFault[] = [];
  const places = new Map<string, string>();
  for (const { file, content } of files) {
    const found: Found = (line, fault) => faults.push({ file, line, fault });
    let value: unknown;
    try {
      value = JSON.parse(content);
    } catch (error) {
      found(jsonFaultLine(content, error), `it is not JSON: ${String(error)}`);
      continue;
    }
    const lineAt = linesOf(content, found);
    const parsed = (file.startsWith('mappings/') ? importMapping : vocabulary).safeParse(value);
    if (parsed.success) checkRows(value, [], (path, fault) => found(lineAt(path), fault));
    else {
      const { path, message } = issueOf(parsed.error);
      found(lineAt(path), `${path.join('.')}: ${message}`);
      continue;
    }
    const { data } = parsed;
    if ('slots' in data) {
      checkLines(data, (path, fault) => found(lineAt(path), fault));
      continue;
    }
    const once =
      'program' in data
        ? [data.program]
        : 'others' in data
          ? [...data.read, ...data.others].flatMap(({ extensions }) => extensions ?? [])
          : [];
    for (const name of once) {
      const before = places.get(name);
      if (before !== undefined) found(1, `${name} is in ${before}, too`);
      places.set(name, file);
    }
  }
  return faults;
}

const FOLDER = 'src/document/import';

/** The data files of imports. */
const importData = (root: string): DataFile[] =>
  ['mappings', 'vocabulary'].flatMap((folder) => {
    const path = join(root, FOLDER, folder);
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({
        file: `${folder}/${basename(name)}`,
        content: readFileSync(join(path, name), 'utf8'),
      }));
  });

/** What is wrong with a project's data files of imports, each with its file and line. */
export const importFaults = (root: string): string[] =>
  dataFaults(importData(root)).map(({ file, line, fault }) => `${FOLDER}/${file}:${line}: ${fault}`);

/** Ends a build where a data file of imports is broken, with the file and the line. */
export const importFiles = (root = PROJECT_ROOT): Plugin => ({
  name: 'import-files',
  buildStart() {
    const faults = importFaults(root);
    if (faults.length > 0) this.error(faults.join('\n'));
  },
});
