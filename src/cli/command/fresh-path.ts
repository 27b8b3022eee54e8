import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { numberedFileName } from '../../lib/files/file-name.ts';

/** The same path, or one with a number if there is such a file, or a link to none: nothing is overwritten. */
export function freshPath(path: string): string {
  for (let number = 2, tried = path; ; number++) {
    if (!lstatSync(tried, { throwIfNoEntry: false })) return tried;
    tried = join(dirname(path), numberedFileName(basename(path), number));
  }
}

/** The name of a file of this process in a folder, until it is complete. */
export const partialIn = (folder: string): string => join(folder, `.earshot-${process.pid}.part`);
