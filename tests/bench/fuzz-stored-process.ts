import { join } from 'node:path';
import { runnerImport } from 'vite';
import { apiDescriptionPlugin } from '../../src/cli/build/api-description-plugin.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

// The service is made of modules that Vite finds and makes.
await runnerImport(join(import.meta.dirname, 'fuzz-stored-child.ts'), {
  root: PROJECT_ROOT,
  configFile: false,
  plugins: [apiDescriptionPlugin()],
});
