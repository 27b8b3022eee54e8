import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { packageFolderOf } from '../build/package-licences.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** Drives the browser; the package of the same name without `-core` downloads browsers when it is installed. */
const BROWSER_DRIVER = 'playwright-core';

/** Optional packages of `ws`, which may be missing. */
const NEVER_THERE = ['bufferutil', 'utf-8-validate'];

/** With all packages but the browser's driver, into `command-line.js` and its parts. Returns the folders of these packages. */
export async function bundleCommands(folder: string, version: string): Promise<Set<string>> {
  const folders = new Set<string>();
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { EARSHOT_IS_PACKED: 'true', EARSHOT_VERSION: JSON.stringify(version) },
    resolve: { alias: { playwright: BROWSER_DRIVER } },
    ssr: { noExternal: true, external: [BROWSER_DRIVER, 'vite', ...NEVER_THERE] },
    plugins: [collectPackages(folders)],
    build: {
      ssr: 'src/cli/command-line.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        external: [...builtinModules, /^node:/],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return folders;
}

function collectPackages(folders: Set<string>): Plugin {
  return {
    name: 'earshot-packages-of-commands',
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const folder = packageFolderOf(id);
        if (folder) folders.add(join(folder));
      }
    },
  };
}
