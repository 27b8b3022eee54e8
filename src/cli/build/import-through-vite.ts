import { join } from 'node:path';
import { runnerImport } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';

/**
 * Loads a module of the app into Node. The contract lists the add-ons' folders with `import.meta.glob`, which only Vite
 * knows.
 *
 * @param path from the project's root
 */
export async function importThroughVite<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(join(PROJECT_ROOT, path), { logLevel: 'error' });
  return module;
}
