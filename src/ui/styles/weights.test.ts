import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../cli/project-root.ts';

const folder = join(PROJECT_ROOT, 'src/ui');
const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(css|svelte)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
const sheet = (path: string) => styles.find((style) => style.path === path)?.text ?? '';

// Where each label is bold, nothing leads.
it('headings and what is strong in a text alone are bold, by one rule', () => {
  expect(styles.length).toBeGreaterThan(50);
  expect(styles.filter(({ text }) => text.includes('font-weight')).map(({ path }) => path)).toEqual([
    'styles/base.css',
  ]);
  const weights = [...sheet('styles/base.css').matchAll(/font-weight: (\d+);/g)].map(([, weight]) => weight);
  expect(weights).toEqual(['650', '400']);
});

it('buttons have one height and one size of letters', () => {
  const sized = [
    ...sheet('styles/controls.css').matchAll(/^\.button[^{]*\{[^}]*(?:min-height|font-size)[^}]*\}/gm),
  ];
  expect(sized.map(([rule]) => rule.slice(0, rule.indexOf(' {')))).toEqual(['.button']);
});
