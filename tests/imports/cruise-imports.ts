import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../../.dependency-cruiser.ts';

export interface ImportViolation {
  rule: string;
  from: string;
  to: string;
}

export interface ImportCheck {
  /** Own source files that were read, relative to the root. */
  modules: string[];
  violations: ImportViolation[];
}

/**
 * Checks all imports under `src` and `workers` of a project root against .dependency-cruiser.ts.
 * @param root absolute path of the folder that contains `src`.
 */
export async function cruiseImports(root: string): Promise<ImportCheck> {
  const { forbidden, options } = configuration;
  const { output } = await cruise(folders(root), {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: forbidden?.filter((rule) => 'severity' in rule) },
  });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser gave a report instead of its findings.');
  return readFindings(output);
}

/** Every source file under `src` and `workers`, relative to the root, all of which must be read. */
export function sourceFiles(root: string): string[] {
  return folders(root).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|svelte)$/.test(path))
      .map((path) => [folder, ...path.split(sep)].join('/')),
  );
}

const folders = (root: string) => ['src', 'workers'].filter((folder) => existsSync(join(root, folder)));

function readFindings({ modules, summary }: ICruiseResult): ImportCheck {
  return {
    modules: modules.map(({ source }) => source).filter((source) => /^(src|workers)\//.test(source)),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
