import { copyFileSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { baseName, safeName } from '../lib/files/file-name.ts';
import { freshPath, partialIn } from './command/fresh-path.ts';
import { sentenceOf } from './command/say-failure.ts';

/** Signs that end a link of a note, or lead to another place of its page. */
const LINK_SIGNS = /[#^[\]|%()]/g;

export const linkable = (name: string): string => name.replaceAll(LINK_SIGNS, '_');

/** Beside its note, in Logseq among its assets; not a second time. Without room, the note leads to the recording. */
export function copySound(file: string, note: string, format: string): string {
  const folder = format === 'logseq' ? join(dirname(note), '../assets') : dirname(note);
  const extension = linkable(extname(file));
  const wanted = join(folder, linkable(safeName(baseName(basename(file)))) + extension);
  const partial = partialIn(folder);
  try {
    mkdirSync(folder, { recursive: true });
    if (realpathSync(dirname(file)) === realpathSync(folder)) return file;
    const { size, mtime } = statSync(file);
    const there = statSync(wanted, { throwIfNoEntry: false });
    if (there?.size === size && Math.abs(there.mtimeMs - mtime.getTime()) < 2) return wanted;
    copyFileSync(file, partial);
    utimesSync(partial, mtime, mtime);
    const path = freshPath(wanted);
    renameSync(partial, path);
    return path;
  } catch (error) {
    rmSync(partial, { force: true });
    console.error(`${file}: the note leads to the recording where it is. ${sentenceOf(error)}`);
    return file;
  }
}
