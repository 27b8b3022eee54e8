import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Runs a main function that leaves a server open, as a program of its own. */
async function run(main: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = `
    import { createServer } from 'node:http';
    import { runToEnd } from ${JSON.stringify(join(import.meta.dirname, 'run-to-end.ts'))};
    await new Promise((resolve) => createServer().listen(0, resolve));
    await runToEnd(async () => { ${main} });`;
  const node = ['--import', 'tsx', '--input-type=module', '--eval', script];
  try {
    const ended = await promisify(execFile)(process.execPath, node, { timeout: 60_000 });
    return { code: 0, ...ended };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}

describe('a program that leaves a server open', () => {
  it.concurrent('ends with its error and code 1 where it fails', async () => {
    expect(await run(`throw new Error('The model is missing.');`)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The model is missing.\n',
    });
  });

  it.concurrent('ends with the code that it gives', async () => {
    expect(await run(`console.log('figures'); return 0;`)).toEqual({
      code: 0,
      stdout: 'figures\n',
      stderr: '',
    });
    expect(await run('return 3;')).toMatchObject({ code: 3 });
  });
});
