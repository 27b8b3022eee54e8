import { join } from 'node:path';
import { runnerImport } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';

/** A busy machine has time for one of these. */
const TRIES = 10;

/** Vite waits a minute for a module, and has no setting for it. */
const VITE_GAVE_UP = /transport invoke timed out/;

/** In Node, by Vite's `load`: the contract lists the add-ons' folders with `import.meta.glob`. `path` is from the root. */
export async function importThroughVite<Module>(
  path: string,
  load: typeof runnerImport<Module> = runnerImport,
): Promise<Module> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { module } = await load(join(PROJECT_ROOT, path), { logLevel: 'error' });
      return module;
    } catch (error) {
      if (tries === TRIES || !(error instanceof Error && VITE_GAVE_UP.test(error.message))) throw error;
    }
  }
}
