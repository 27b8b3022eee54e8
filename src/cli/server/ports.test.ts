import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../project-root.ts';
import { DEV_PORT, GATEWAY_PORT, PROFILE_PORT, START_PORT } from './ports.ts';

/** Vite, Next.js, Rails, Angular, Astro, Flask, Django, Tomcat, Jupyter, Live Server and many more use these by default. */
const USUAL = [
  3000, 3001, 3030, 4000, 4173, 4200, 4321, 5000, 5001, 5173, 5174, 5500, 6006, 7860, 8000, 8001, 8008, 8080,
  8081, 8088, 8443, 8501, 8787, 8888, 9000, 9090, 9229, 11_434,
];
/** Of the image, below an address of its own (docs/deploying.md). */
const OF_IMAGE = 8080;

const inFolder = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder), { encoding: 'utf8' }).map((name) => join(folder, name));

it('no other tool serves its pages at the ports of the app by default: they would share its storage', () => {
  for (const port of [START_PORT, DEV_PORT]) {
    expect(USUAL).not.toContain(port);
    // Above those that systems keep for their own, and below those that they give to outgoing connections.
    expect(port).toBeGreaterThan(10_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('the documentation, the examples and the commands name these ports, and no other', () => {
  const pages = [
    ...inFolder('.'),
    ...inFolder('docs'),
    ...inFolder('examples'),
    ...inFolder('src/cli/package'),
  ]
    .concat('src/cli/command-line.ts', 'src/contract/openapi/examples.ts')
    .filter((name) => /\.(md|ts)$/.test(name));
  const named = pages.flatMap((page) =>
    [...readFileSync(join(PROJECT_ROOT, page), 'utf8').matchAll(/localhost:(\d+)/g)].map(([, port]) => ({
      page,
      port: Number(port),
    })),
  );
  const known = [START_PORT, DEV_PORT, PROFILE_PORT, GATEWAY_PORT, OF_IMAGE];
  expect(named.filter(({ port }) => !known.includes(port))).toEqual([]);
  expect(named.filter(({ port }) => port === START_PORT).map(({ page }) => page)).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md']),
  );
});
