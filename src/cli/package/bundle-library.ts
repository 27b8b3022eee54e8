import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';
import { scriptTypes } from '../script-types.ts';

const SOURCE = 'src/embed/installed-library.ts';

/** Writes the library for pages, `import { transcribe } from 'earshot'`, as one module with its types. */
export async function bundleLibrary(folder: string): Promise<void> {
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      lib: { entry: SOURCE, formats: ['es'], fileName: 'index' },
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      // The bundler of the page minifies, which then also has what to leave out.
      minify: false,
    },
  });
  const [types = ''] = scriptTypes([SOURCE]);
  writeFileSync(join(folder, 'index.d.ts'), types);
}
