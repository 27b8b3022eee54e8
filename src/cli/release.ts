import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from './project-root.ts';

const USAGE = `Usage: npm run release -- VERSION

Writes the files of a release to the folder release: the built app as an archive, the npm packages, their bill of materials, checksums,
and the notes of CHANGELOG.md. Run "npm run build" before. The workflow of a tag does both, and publishes them.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h', default: false } },
});
const [version] = positionals;
const dist = join(PROJECT_ROOT, 'dist');
try {
  if (values.help) console.log(USAGE);
  else if (version === undefined || positionals.length > 1) throw new Error(USAGE);
  else if (!existsSync(dist)) throw new Error('There is no build. Run "npm run build" first.');
  else {
    const { layOutLibrary, layOutPackage, packFolder } = await import('./package/write-package.ts');
    const { writeRelease } = await import('./release-files.ts');
    const to = join(PROJECT_ROOT, 'release');
    const folder = join(PROJECT_ROOT, '.cache/package');
    await layOutPackage(dist, folder);
    const library = join(PROJECT_ROOT, '.cache/library');
    layOutLibrary(folder, library);
    const archives = [folder, library].map((laidOut) => packFolder(laidOut, laidOut));
    for (const name of await writeRelease({ root: PROJECT_ROOT, version, dist, archives, to }))
      console.log(join('release', name));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
