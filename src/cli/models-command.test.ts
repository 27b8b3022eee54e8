import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './project-root.ts';

const MINIATURES = 'tests/fixtures/mini';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As a person types it: in plain Node, where nothing of Vite's is defined. */
async function models(...given: string[]): Promise<{ status: number; output: string; errors: string }> {
  const command = ['run', '--silent', 'models', '--', ...given];
  try {
    const { stdout, stderr } = await promisify(execFile)('npm', command, { cwd: PROJECT_ROOT });
    return { status: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, output: stdout, errors: stderr };
  }
}

describe('npm run models', () => {
  it('lists the models', async () => {
    const { status, output, errors } = await models('list');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toMatch(
      /^zipformer-gigaspeech-3\.3m +wasm 5\.1 MB +4 of 4 files in public\/models\/zipformer-gigaspeech-3\.3m$/m,
    );
    expect(output).toMatch(/^whisper-base +/m);
  });

  it('imports a folder and verifies the copy', async () => {
    const imported = await models('import', MINIATURES, '--to', folder, '--only', 'mini-whisper');
    expect(imported).toMatchObject({ status: 0, errors: '' });
    expect(existsSync(join(folder, 'mini-whisper/config.json'))).toBe(true);
    const verified = await models('verify', folder);
    expect(verified).toMatchObject({ status: 0, errors: '' });
    expect(verified.output).toContain('good       mini-whisper/config.json');
  });

  it.each(['--help', '-h'])('explains itself with %s', async (flag) => {
    const { status, output } = await models(flag);
    expect(status).toBe(0);
    expect(output).toMatch(/^Usage: npm run models/);
  });

  it.each([
    [['import'], 'Specify the folder to import from.'],
    [['import', 'no/such/folder'], 'Folder no/such/folder does not exist.'],
    [['lock', '--only', 'no-such-model'], 'The manifest has no model with the id no-such-model.'],
  ])('refuses %j in one sentence', async (given, reason) => {
    expect(await models(...given)).toEqual({ status: 1, output: '', errors: `${reason}\n` });
  });
});
