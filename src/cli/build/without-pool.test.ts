import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../project-root.ts';
import { withoutPool } from './without-pool.ts';

/** Builds the host's place for a pool, and returns the names of its files and of the modules in them. */
async function built(flag: string | undefined): Promise<string[]> {
  const result = await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutPool(flag)],
    worker: { format: 'es' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(PROJECT_ROOT, 'src/host/pool/pool-slot.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  return output.flatMap((file) => [
    file.fileName,
    ...(file.type === 'chunk' ? file.moduleIds.map((id) => relative(PROJECT_ROOT, id)) : []),
  ]);
}

const ofPool = (names: readonly string[]) =>
  names.filter((name) => /pool\.worker|pool-link|src\/pool\/|realms\/pool\//.test(name));

it('a build without the pool is one flag: it has neither its worker nor its code', async () => {
  const whole = await built(undefined);
  expect(ofPool(whole)).toEqual(
    expect.arrayContaining(['src/host/pool/pool-link.ts', expect.stringContaining('pool.worker')]),
  );
  const without = await built('off');
  expect(without).toContain('src/host/pool/pool-slot.ts');
  expect(ofPool(without)).toEqual([]);
});
