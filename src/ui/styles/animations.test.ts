import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../cli/project-root.ts';

// A GPU's answers may come no faster than the page is drawn, and each frame takes from a model on the CPU.
it('no animation goes on for ever, because models run beside it', () => {
  const folder = join(PROJECT_ROOT, 'src/ui');
  const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(css|svelte)$/.test(path),
  );
  expect(styles.length).toBeGreaterThan(50);
  const endless = styles.filter((path) =>
    /animation[^;]*\binfinite\b/.test(readFileSync(join(folder, path), 'utf8')),
  );
  expect(endless).toEqual([]);
});
