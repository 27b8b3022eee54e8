import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What `npm run NAME -- …` comes to, with a third less of the processor: two processes before the command are as much as the command. */
export function withoutNpm(line: string): string {
  const script = (_: string, name: string) => (scripts[name] ?? '').replace(/^tsx /, 'node --import tsx ');
  return line.replace(/^npm run --silent (\S+) --(?= )/, script);
}
