import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A package with code in the build, and its licence terms. */
export interface PackageLicence {
  name: string;
  version: string;
  /** SPDX expression, such as `MIT` or `(Apache-2.0 AND BSD-3-Clause)`. */
  licence: string;
  /** Its licence and notice files, or the standard text if it contains none. */
  text: string;
}

const packageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type PackageJson = z.infer<typeof packageJson>;

const spdxLicence = z.object({ licenseText: z.string() });

const LICENCE_FILE = /^(licen[cs]e|copying|notice|third[-_]?party)/i;
const MODULES = '/node_modules/';

/** Null for the project's own modules. `id` is a bundler's module id, perhaps with a query. */
export function packageFolderOf(id: string): string | null {
  const [path = ''] = id.split('?');
  const start = path.lastIndexOf(MODULES);
  if (start < 0) return null;
  const after = path.slice(start + MODULES.length).split('/');
  const name = after.slice(0, after[0]?.startsWith('@') ? 2 : 1).join('/');
  return path.slice(0, start + MODULES.length) + name;
}

/**
 * The packages in these folders, and their dependencies, whose code they may contain. Each list is sorted by name; a
 * dependency that is itself bundled appears only in the first list.
 * @throws Error if a package states no licence, or one without a known text
 */
export function readLicences(folders: Iterable<string>): {
  bundled: PackageLicence[];
  dependencies: PackageLicence[];
} {
  const bundled = new Map<string, PackageLicence>();
  const dependencies = new Map<string, PackageLicence>();
  const queue: string[] = [];
  const read = (folder: string, into: Map<string, PackageLicence>) => {
    const described = describe(folder);
    const key = `${described.name}@${described.version}`;
    if (bundled.has(key) || into.has(key)) return;
    into.set(key, licenceOf(folder, described));
    for (const name of Object.keys(described.dependencies)) {
      const installed = name.startsWith('@types/') ? null : findInstalled(folder, name);
      if (installed) queue.push(installed);
    }
  };
  for (const folder of folders) read(folder, bundled);
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) read(folder, dependencies);
  return { bundled: sorted(bundled), dependencies: sorted(dependencies) };
}

const sorted = (found: Map<string, PackageLicence>) =>
  [...found.values()].sort((one, other) => one.name.localeCompare(other.name));

export const readLicence = (folder: string): PackageLicence => licenceOf(folder, describe(folder));

const describe = (folder: string): PackageJson =>
  packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Where Node would find a dependency; null if it is not installed or a stub of the project replaces it. */
function findInstalled(from: string, name: string): string | null {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (!existsSync(join(candidate, 'package.json'))) continue;
    return describe(candidate).name === name ? candidate : null;
  }
  return null;
}

function licenceOf(folder: string, { name, version, license, author }: PackageJson): PackageLicence {
  if (!license || /^(unlicensed|see licen[cs]e)/i.test(license)) {
    throw new Error(`The package ${name} ${version} states no licence, so it cannot be shipped.`);
  }
  const files = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => (entry.isFile() && LICENCE_FILE.test(entry.name)) || /\.LICENSE\.txt$/.test(entry.name),
    )
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  const texts = [...new Set(files)];
  const holder = typeof author === 'string' ? author : author?.name;
  return {
    name,
    version,
    licence: license,
    text: texts.length > 0 ? texts.join('\n\n') : standardText(`${name} ${version}`, license, holder),
  };
}

/** The published texts of a licence expression, under the author's name. @throws Error if one has no known text */
export function standardText(who: string, expression: string, holder: string | undefined): string {
  const ids = expression.match(/[\w.+-]+/g)?.filter((word) => !/^(AND|OR|WITH)$/i.test(word)) ?? [];
  const texts = ids.map((id) => {
    try {
      return spdxLicence.parse(createRequire(import.meta.url)(`spdx-license-list/licenses/${id}.json`))
        .licenseText;
    } catch (cause) {
      throw new Error(`The package ${who} states the licence ${id}, which has no known text.`, { cause });
    }
  });
  return [...(holder ? [`Copyright: ${holder}`] : []), ...texts].join('\n\n').trim();
}
