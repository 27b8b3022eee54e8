import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './project-root.ts';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md'];
/** Written in this project; the others are Vite's, Vitest's and so on. */
const OWN = Object.keys(scripts).filter((name) => /^tsx \S+$/.test(scripts[name] ?? ''));
/** Has no options, and ends with what it found. */
const WITHOUT_USAGE = ['check:imports'];

/** `npm start` and `npm run x`, with what follows it in a line of code. */
const commandsIn = (document: string) =>
  [
    ...readFileSync(join(PROJECT_ROOT, document), 'utf8').matchAll(
      /npm (?:run (?:--silent )?)?([\w:]+)((?: --)?(?: [^\n`|#]*)?)/g,
    ),
  ].map(([typed, name = '', given = '']) => ({ typed, name, options: given.match(/--[a-z]\S*/g) ?? [] }));

describe('the commands', () => {
  it.each(OWN.filter((name) => !WITHOUT_USAGE.includes(name)))(
    'npm run %s says in plain Node how it is used',
    async (name) => {
      const script = scripts[name] ?? '';
      const { stdout } = await run(
        process.execPath,
        ['node_modules/tsx/dist/cli.mjs', ...script.split(' ').slice(1), '--help'],
        { cwd: PROJECT_ROOT },
      );
      expect(stdout).toMatch(/^Usage: npm /);
      expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(160);
    },
  );

  it.each(DOCUMENTS)('of %s exist, with the options that are named there', async (document) => {
    const commands = commandsIn(document).filter(({ name }) => !['ci', 'install'].includes(name));
    expect(commands.length).toBeGreaterThan(10);
    for (const { typed, name, options } of commands) {
      expect(Object.keys(scripts), typed).toContain(name);
      const [, file = ''] = /^tsx (\S+)/.exec(scripts[name] ?? '') ?? [];
      if (!file) continue;
      const source = readFileSync(join(PROJECT_ROOT, file), 'utf8');
      for (const option of options) if (option !== '--help') expect(source, typed).toContain(option);
    }
  });
});
