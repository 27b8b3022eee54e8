import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typed as run } from '../../tests/package/typed.ts';
import { withoutNpm } from '../../tests/runner/without-npm.ts';
import { PROJECT_ROOT } from './project-root.ts';

const MINIATURES = 'tests/fixtures/mini';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const typed = (given: readonly string[]) => `npm run --silent models -- ${given.join(' ')}`;
const models = (...given: string[]) => run(PROJECT_ROOT, withoutNpm(typed(given)));

describe('npm run models', () => {
  it('lists the models, by way of npm, too', async () => {
    const { status, output, errors } = await run(PROJECT_ROOT, typed(['list']));
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
    [['import'], 2, 'Specify the folder to import from.'],
    [['import', 'no/such/folder'], 1, 'Folder no/such/folder does not exist.'],
    [['download', 'whisper-base', '--source', 'origin'], 2, '--source is "hub" or the address of a mirror.'],
    [['lock', '--only', 'no-such-model'], 1, 'The manifest has no model with the id no-such-model.'],
  ])('refuses %j in one sentence', async (given, status, reason) => {
    expect(await models(...given)).toEqual({ status, output: '', errors: `${reason}\n` });
  });
});
