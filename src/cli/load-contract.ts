import { type MadeOnce, madeOnce } from '../lib/made-once.ts';
import { IS_PACKED } from './installation.ts';

/**
 * A module of the contract that lists the add-ons' folders, which only Vite can load.
 *
 * @param packed imports it in the package, whose scripts Vite has written
 * @param path from the root, for the sources
 */
export const loadContract = <Module>(packed: () => Promise<Module>, path: string): MadeOnce<Module> =>
  madeOnce(async () => {
    if (IS_PACKED) return packed();
    const { importThroughVite } = await import('./build/import-through-vite.ts');
    return importThroughVite<Module>(path);
  });
