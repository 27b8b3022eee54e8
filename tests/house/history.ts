import { execFileSync } from 'node:child_process';

const git = (root: string, ...options: string[]): string =>
  execFileSync('git', options, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A folder that only one machine has. */
const MACHINE_FOLDER = /(?<![\w.~/-])\/(?:tmp|work|home|root)(?![\w-])/;

/** Why the history since a commit cannot be read here; null where it can be. */
export function historyGap(root: string, since: string): string | null {
  try {
    if (git(root, 'rev-parse', '--is-shallow-repository').trim() === 'true')
      return 'This clone is shallow: without its history nothing can be said of it.';
    git(root, 'merge-base', '--is-ancestor', since, 'HEAD');
    return null;
  } catch {
    return `There is no history since ${since} here.`;
  }
}

/** Commits since another one that join two branches, or whose subject names a folder of a machine. */
export const historyFaults = (root: string, since: string): string[] =>
  git(root, 'log', '--format=%h%x09%p%x09%s', `${since}..HEAD`)
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash, parents = '', subject = ''] = line.split('\t');
      return [
        parents.includes(' ') ? `${hash} is a merge commit: ${subject}` : [],
        MACHINE_FOLDER.test(subject) ? `${hash} names a folder of a machine: ${subject}` : [],
      ].flat();
    });
