import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const RULE = 'tests/imports/no-named-page-functions.grit';

const FILES = {
  'constant.ts': 'page.evaluate(async () => { const send = async () => 1; return send(); });\n',
  'declared.ts':
    'handle.evaluateHandle(({ by }) => { function add() { return by; } return add(); }, { by: 1 });\n',
  'unnamed.ts':
    'page.evaluate(() => [1].map((one) => one + 1));\nconst outside = () => page.evaluate(outside);\n',
};

it('the linter refuses named functions in code for a page, which tsx marks by a function that no page has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const plugins = [join(PROJECT_ROOT, RULE)];
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins }));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const biome = join(PROJECT_ROOT, 'node_modules/.bin/biome');
  const named = Object.keys(FILES).filter((name) => {
    try {
      execFileSync(biome, ['lint', name], { cwd: folder, stdio: 'pipe' });
      return false;
    } catch (error) {
      expect(String(Reflect.get(Object(error), 'stderr'))).toContain('A named function in code for a page');
      return true;
    }
  });
  expect(named).toEqual(['constant.ts', 'declared.ts']);
});

it('the rule is for all that tsx sends to pages', () => {
  const { overrides } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'biome.json'), 'utf8'));
  expect(overrides).toContainEqual({ includes: ['src/cli/**', 'examples/**'], plugins: [`./${RULE}`] });
});
