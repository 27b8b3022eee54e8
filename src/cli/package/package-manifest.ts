import { z } from 'zod';

const projectManifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
});

const driverManifest = z.object({ name: z.string(), version: z.string() });

/**
 * The `package.json` of the package. All that the commands and the app need is bundled, so that it depends on nothing but the browser's
 * driver, which may be left out: `earshot` alone serves the app without it.
 *
 * @param project the project's own `package.json`
 * @param driver that of playwright-core
 */
export function packageManifest(project: unknown, driver: unknown): Record<string, unknown> {
  const { name, version, description, license, engines } = projectManifest.parse(project);
  const { name: driverName, version: driverVersion } = driverManifest.parse(driver);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { earshot: 'bin/earshot.cjs' },
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
    // A page's bundler leaves out what the page does not call.
    sideEffects: false,
    optionalDependencies: { [driverName]: driverVersion },
  };
}
