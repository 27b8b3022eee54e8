import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { INTEGRITY_FILE, SIGNATURE_FILE } from '../contract/realms/integrity-list.ts';
import { wordsOf } from '../lib/words-of.ts';
import { sha256Of } from './build/write-integrity-list.ts';
import { zipped } from './zip-files.ts';

interface Release {
  /** The project, whose `package.json` and changelog are read. */
  root: string;
  /** Version as in `package.json`, such as 0.2.0. */
  version: string;
  /** The built app. */
  dist: string;
  /** The packed npm packages. */
  archives: string[];
  /** A folder for the files. */
  to: string;
}

/** The section of a version in a changelog, without its heading. Throws if there is none, or nothing in it. */
export function changelogSection(changelog: string, version: string): string {
  const sections = changelog.split(/^## \[/m).map((part) => /^([^\]\n]+)\][^\n]*\n(.*)$/s.exec(part));
  const section = sections.find((found) => found?.[1] === version)?.[2]?.trim() ?? '';
  if (section === '') throw new Error(`CHANGELOG.md has no section "## [${version}]" with a text.`);
  return section;
}

/** The same bytes for the same files: names are sorted. */
function zipOf(folder: string): Promise<Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return zipped(
    files.map((file) => [relative(folder, file).split(sep).join('/'), readFileSync(file)] as const),
  );
}

/** Archive, list and signature if any, npm packages, CycloneDX, checksums and notes with the list's words. Throws Error. */
export async function writeRelease({ root, version, dist, archives, to }: Release): Promise<string[]> {
  const own: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  if (own !== version) throw new Error(`package.json has the version ${own}, not ${version}.`);
  const notes = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  // Tools of the build are in it, and marked: without them npm also leaves out packages that the app and a tool share.
  const materials = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  const list = readFileSync(join(dist, INTEGRITY_FILE));
  const signature = join(dist, SIGNATURE_FILE);
  const files: Record<string, Uint8Array> = {
    [`earshot-${version}.zip`]: await zipOf(dist),
    [`earshot-${version}.${INTEGRITY_FILE}`]: list,
    ...(existsSync(signature) && { [`earshot-${version}.${SIGNATURE_FILE}`]: readFileSync(signature) }),
    ...Object.fromEntries(archives.map((archive) => [basename(archive), readFileSync(archive)])),
    [`earshot-${version}.cdx.json`]: materials,
  };
  const sums = Object.entries(files).map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  const words = `The list of its files: **${wordsOf(sha256Of(list))}** (docs/verifying.md)`;
  const all = { ...files, SHA256SUMS: sums.join(''), 'notes.md': `${notes}\n\n${words}\n` };
  mkdirSync(to, { recursive: true });
  for (const [name, content] of Object.entries(all)) writeFileSync(join(to, name), content);
  return Object.keys(all);
}
