import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp, needsBuild } from '../build/build-if-needed.ts';
import { noOptions } from '../no-options.ts';
import { PROJECT_ROOT } from '../project-root.ts';

noOptions(`Usage: npm run pack

Writes two npm packages to the folder release: the built app with the command "earshot" and the library, and the library alone. Builds
the app first if needed.`);

const { layOutLibrary, layOutPackage, packFolder } = await import('./write-package.ts');
if (needsBuild()) {
  console.log('Building the app …');
  await buildApp(undefined, (step) => console.log(`  ${step} …`));
}
const folder = join(PROJECT_ROOT, '.cache/package');
await layOutPackage(join(PROJECT_ROOT, 'dist'), folder);
const library = join(PROJECT_ROOT, '.cache/library');
layOutLibrary(folder, library);
for (const laidOut of [folder, library]) {
  const archive = packFolder(laidOut, join(PROJECT_ROOT, 'release'));
  console.log(`${archive} (${(statSync(archive).size / 1e6).toFixed(2)} MB)`);
}
