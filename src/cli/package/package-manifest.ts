import { z } from 'zod';

const projectManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  keywords: z.array(z.string()),
  engines: z.record(z.string(), z.string()),
});

const LIBRARY = {
  type: 'module',
  // For resolution without "exports".
  main: './lib/index.js',
  types: './lib/index.d.ts',
  exports: {
    '.': { types: './lib/index.d.ts', default: './lib/index.js' },
    './package.json': './package.json',
  },
  // A page's bundler leaves out what the page does not call.
  sideEffects: false,
};

/** Where the sources are, as the workflow of a release says; a package that is made elsewhere does not state it. */
function sourceOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }: NodeJS.ProcessEnv) {
  if (!server || !name) return {};
  const address = `${server}/${name}`;
  return {
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  };
}

/** The `package.json` of the library alone. */
export function libraryManifest(project: unknown, env = process.env): Record<string, unknown> {
  const { name, version, license, keywords } = projectManifest.parse(project);
  const description = 'Speech to text in the browser: calls an installation of Earshot from a page.';
  return { name: `${name}-library`, version, description, license, keywords, ...sourceOf(env), ...LIBRARY };
}

const driverManifest = z.object({ name: z.string(), version: z.string() });

/**
 * The `package.json` of the package. All that the commands and the app need is bundled, so that it depends on nothing but the browser's
 * driver, which may be left out: `earshot` alone serves the app without it.
 *
 * @param project the project's own `package.json`
 * @param driver that of playwright-core
 */
export function packageManifest(
  project: unknown,
  driver: unknown,
  env = process.env,
): Record<string, unknown> {
  const { name, version, description, license, keywords, engines } = projectManifest.parse(project);
  const { name: driverName, version: driverVersion } = driverManifest.parse(driver);
  return {
    name,
    version,
    description,
    license,
    keywords,
    ...sourceOf(env),
    ...LIBRARY,
    engines,
    bin: { earshot: 'bin/earshot.cjs' },
    optionalDependencies: { [driverName]: driverVersion },
  };
}
