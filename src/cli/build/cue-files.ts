import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { cueFaults, nameFaults } from '../../language/cues/check-cues.ts';
import { PROJECT_ROOT } from '../project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'src/language/cues');

/** What is wrong with the app's own files of cues. */
export const ownCueFaults = (): string[] => [
  ...nameFaults(),
  ...['', 'talk']
    .flatMap((folder) => readdirSync(join(FOLDER, folder)).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => cueFaults(name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))),
];

/** Ends a build where a file of cues is broken, with the file and the row. */
export const cueFiles = (): Plugin => ({
  name: 'cue-files',
  buildStart() {
    const faults = ownCueFaults();
    if (faults.length > 0) this.error(faults.join('\n'));
  },
});
