import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

export interface Ran {
  status: number;
  output: string;
  errors: string;
}

/** Runs a line of a shell as a person types it, in plain Node, where nothing of Vite's is defined. */
export async function runTyped(line: string): Promise<Ran> {
  const { VITEST: _, NODE_OPTIONS: __, ...around } = process.env;
  const env = { ...around, NO_COLOR: '1' };
  try {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { cwd: PROJECT_ROOT, env });
    return { status: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, output: stdout, errors: stderr };
  }
}

/** What `npm run NAME -- …` comes to, with a third less of the processor: two processes before the command are as much as the command. */
export function withoutNpm(line: string): string {
  const script = (_: string, name: string) => (scripts[name] ?? '').replace(/^tsx /, 'node --import tsx ');
  return line.replace(/^npm run --silent (\S+) --(?= )/, script);
}
