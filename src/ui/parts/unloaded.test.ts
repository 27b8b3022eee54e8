import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../cli/project-root.ts';

/** What a press opens, by the ends of the names. */
const OPENED =
  /\{#await import\('[^']*'\)\s*then \{ (?:default: )?(\w*(?:Dialog|Form|Sheet|Questions|Person|Panel|Recorder))\b/g;

// Offline, a part that was never loaded would leave the press without an answer.
it('each part that a press opens says when it cannot be loaded', () => {
  const folder = join(PROJECT_ROOT, 'src/ui');
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      return [...text.matchAll(OPENED)].map((match) => ({
        name: `${path}: ${match[1]}`,
        block: text.slice(match.index, text.indexOf('{/await}', match.index)),
      }));
    });
  expect(parts.length).toBeGreaterThan(15);
  expect(parts.filter(({ block }) => !block.includes('<Unloaded />')).map(({ name }) => name)).toEqual([]);
});
