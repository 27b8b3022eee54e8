import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { ENGINE_NAMES, type EngineName } from './browser-engine.ts';

/**
 * `npm run browsers`: writes the results into docs/browsers.md from the report of the last run of these tests. A test called
 * "format: FLAC" is "FLAC" among the formats.
 */
const REPORT = join(PROJECT_ROOT, '.cache/engines.json');
const PAGE = join(PROJECT_ROOT, 'docs/browsers.md');
const SECTIONS = { feature: 'Features', format: 'Formats', 'bad input': 'Bad input' } as const;
const START = '<!-- results: written by npm run browsers -->';
const END = '<!-- end of results -->';

const spec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({ projectName: z.enum(ENGINE_NAMES), results: z.array(z.object({ status: z.string() })) }),
  ),
});
const report = z.object({ suites: z.array(z.object({ specs: z.array(spec) })) });

type Results = Map<string, Partial<Record<EngineName, string>>>;

/** What the last try of each test ended with, by title and engine. */
export function readResults(json: unknown): Results {
  const results: Results = new Map();
  for (const { specs } of report.parse(json).suites) {
    for (const { title, tests } of specs) {
      const row = results.get(title) ?? {};
      results.set(title, row);
      for (const { projectName, results: tries } of tests)
        row[projectName] = tries.at(-1)?.status ?? 'skipped';
    }
  }
  return results;
}

const WORDS: Record<string, string> = { passed: 'yes', failed: 'no', timedOut: 'no' };

/** Tests that passed in all engines are a list, the others a table with a cell for each engine. */
export function tablesOf(results: Results): string {
  return Object.entries(SECTIONS)
    .map(([prefix, heading]) => {
      const rows = [...results]
        .filter(([title]) => title.startsWith(`${prefix}: `))
        .map(([title, row]) => ({
          name: title.slice(prefix.length + 2),
          cells: ENGINE_NAMES.map((name) => WORDS[row[name] ?? ''] ?? 'not tested'),
        }));
      const [everywhere, elsewhere] = [true, false].map((isEverywhere) =>
        rows.filter(({ cells }) => cells.every((cell) => cell === 'yes') === isEverywhere),
      );
      const list = everywhere?.map(({ name }) => `- ${name}`) ?? [];
      const table = elsewhere?.map(({ name, cells }) => `| ${name} | ${cells.join(' | ')} |`) ?? [];
      return [
        `## ${heading}`,
        ...(list.length > 0 ? ['', 'In all three:', '', ...list] : []),
        ...(table.length > 0
          ? ['', '| | Chromium | Firefox | WebKitGTK |', '|---|---|---|---|', ...table]
          : []),
      ].join('\n');
    })
    .join('\n\n');
}

if (import.meta.filename === process.argv[1]) {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/browsers.md lacks its two marks.`);
  const tables = tablesOf(readResults(JSON.parse(readFileSync(REPORT, 'utf8'))));
  writeFileSync(PAGE, `${before}${START}\n${tables}\n${END}${after}`);
}
