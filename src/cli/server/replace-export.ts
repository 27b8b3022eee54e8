import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** Beside the site: what the export wrote, so that the next one leaves everything else. */
const LIST = '.earshot-export.json';

interface Listed {
  /** Paths below the folder, with slashes. */
  files: string[];
  /** Hashes of the files that an operator edits, as they were written. */
  configurations: Record<string, string>;
}

interface Rules {
  /** Whether an operator edits this file, and a changed one gets the new version beside it. */
  isConfiguration: (path: string) => boolean;
  /** Whether a file that is there is left as it is. */
  isKept: (path: string) => boolean;
  /** Whether a file of the former version is kept. */
  mayStay: (path: string) => boolean;
}

/**
 * Puts the files of a new export, which are complete in a folder beside their places, in the places of the former one. Only what the
 * former one listed is removed. A configuration that was changed since keeps its changes; where the new version has others than the former, it is
 * put beside it as `NAME.new`. What the service worker is found by comes last.
 *
 * @throws Error in one sentence, before anything is changed, if somebody else's file has the name of a new one
 */
export function replaceExport(folder: string, staged: string, rules: Rules): ChangedConfigurations {
  const former = readList(folder);
  const files = filesBelow(staged).toSorted((a, b) => lateness(a) - lateness(b));
  const plans = files.map((path) => ({ path, plan: planFor(path, { folder, staged, former, rules }) }));
  const hashes = files.filter(rules.isConfiguration).map((path) => [path, hashOf(join(staged, path))]);
  const next: Listed = { files, configurations: Object.fromEntries(hashes) };
  for (const { path, plan } of plans) {
    if (plan === 'leave' || plan === 'edited') continue;
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(join(staged, path), plan === 'beside' ? `${to}.new` : to);
  }
  for (const path of former?.files ?? [])
    if (!files.includes(path) && !rules.mayStay(path) && !isEdited(path, folder, former))
      rmSync(join(folder, path), { force: true });
  writeFileSync(join(staged, LIST), `${JSON.stringify(next, null, 1)}\n`);
  renameSync(join(staged, LIST), join(folder, LIST));
  const of = (wanted: Plan) => plans.flatMap(({ path, plan }) => (plan === wanted ? [path] : []));
  return { pending: of('beside'), upToDate: of('edited') };
}

/** Configurations that were changed, and are left as they are. */
export interface ChangedConfigurations {
  /** Files with a new version beside them. */
  pending: string[];
  /** Files whose new version equals the former one. */
  upToDate: string[];
}

type Plan = 'replace' | 'beside' | 'leave' | 'edited';

interface Places {
  folder: string;
  staged: string;
  former: Listed | null;
  rules: Rules;
}

/** Whether a new file takes its place, goes beside the one that is there, or is not needed, as where an operator edited the same version. */
function planFor(path: string, { folder, staged, former, rules }: Places): Plan {
  const [from, to] = [join(staged, path), join(folder, path)];
  if (!existsSync(to)) return 'replace';
  if (rules.isKept(path) || readFileSync(from).equals(readFileSync(to))) return 'leave';
  if (rules.isConfiguration(path)) {
    const written = former?.configurations[path];
    if (hashOf(to) === written) return 'replace';
    // A new version that is there still is not put in yet.
    return hashOf(from) === written && !existsSync(`${to}.new`) ? 'edited' : 'beside';
  }
  if (!former || former.files.includes(path) || rules.mayStay(path)) return 'replace';
  throw new Error(
    `${to} is not of the earlier export, and the new version has a file of this name: move it away and export again.`,
  );
}

const isEdited = (path: string, folder: string, former: Listed | null): boolean => {
  const written = former?.configurations[path];
  return written !== undefined && existsSync(join(folder, path)) && hashOf(join(folder, path)) !== written;
};

/** Null for an export of a version that wrote none. */
function readList(folder: string): Listed | null {
  const path = join(folder, LIST);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** Pages that load meanwhile find what they name. */
function lateness(path: string): number {
  if (posix.basename(path) === 'service-worker.js') return 2;
  return path.endsWith('.html') ? 1 : 0;
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
