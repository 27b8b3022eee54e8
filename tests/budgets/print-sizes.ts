import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { filesUnder, precached, scriptsOfPage } from './built-app.ts';

/** `npm run sizes`: the sizes of a build as a table in Markdown, for comments on changes. Their limits are in `budgets.test.ts`. */
const USAGE = `Usage: npm run sizes -- [BUILD [BASE]]

Prints the sizes of a build (default: dist) as a table in Markdown; with BASE, another build, also the difference from it.`;

/** Bytes of each part of a build. */
export function sizesOf(dist: string): Record<string, number> {
  const read = (file: string) => readFileSync(join(dist, file));
  const sum = (files: string[], size: (file: string) => number) =>
    files.reduce((total, file) => total + size(file), 0);
  const zipped = (file: string) => gzipSync(read(file)).length;
  const whole = (file: string) => read(file).length;
  const files = filesUnder(dist);
  return {
    'Scripts of the first view, compressed': sum(scriptsOfPage(dist, 'index.html'), zipped),
    'Service worker, compressed': zipped('service-worker.js'),
    'Files stored at a visit': sum(precached(read('service-worker.js').toString()).all, whole),
    Scripts: sum(
      files.filter((file) => file.endsWith('.js')),
      whole,
    ),
    'All files without models': sum(
      files.filter((file) => !file.startsWith('models/')),
      whole,
    ),
    Models: sum(
      files.filter((file) => file.startsWith('models/')),
      whole,
    ),
  };
}

const inKilobytes = (bytes: number) =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1000)} kB`;

/** The rows of the table; with `base`, a column for the difference. */
export function sizeTable(sizes: Record<string, number>, base?: Record<string, number>): string {
  const rows = Object.entries(sizes).map(([part, bytes]) => {
    const before = base?.[part];
    const difference = before === undefined ? 'new' : inKilobytes(bytes - before).replace(/^(?=\d)/, '+');
    return `| ${part} | ${inKilobytes(bytes)} |${base ? ` ${bytes === before ? 'same' : difference} |` : ''}`;
  });
  return [`| part | size |${base ? ' change |' : ''}`, `|---|--:|${base ? '--:|' : ''}`, ...rows].join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  const [build = 'dist', base] = positionals;
  console.log(
    values.help ? USAGE : sizeTable(sizesOf(build), base === undefined ? undefined : sizesOf(base)),
  );
}
