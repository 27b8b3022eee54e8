import { test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from '../../src/cli/server/serve.ts';
import { ContentViolations } from '../runner/content-violations.ts';
import { DamagedFiles } from '../runner/damaged-files.ts';
import { testModels } from '../runner/test-models.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { clientsPlugin } from './clients-plugin.ts';
import { isEngineName, startEngine } from './start-engine.ts';
import { webSpeechPages } from './web-speech-pages.ts';

/** The app's server, which a test can stop and restart at the same address. */
interface App {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** What the content policy made the browser refuse since the last call. */
  takeViolations(): string[];
  /** Damages served files: see `DamagedFiles`. */
  damage(pattern: RegExp | null): void;
}

/**
 * Tests that run in each of the three browser families on the built app, with one browser and one server for all of
 * them.
 */
export const test = base.extend<{ contentViolations: undefined }, { engine: BrowserEngine; app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const violations = new ContentViolations();
      const damaged = new DamagedFiles();
      const options = {
        modelsDir: testModels(),
        log: () => undefined,
        plugins: [violations.plugin(), clientsPlugin(), webSpeechPages(), damaged.plugin()],
      };
      let server: RunningServer | null = await startServer({ ...options, port: 0 });
      const { url } = server;
      await use({
        url,
        stop: async () => {
          await server?.close();
          server = null;
        },
        start: async () => {
          server ??= await startServer({ ...options, port: Number(new URL(url).port) });
        },
        takeViolations: () => violations.take(),
        damage: (pattern) => damaged.set(pattern),
      });
      await server?.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  engine: [
    async ({ app }, use, { project }) => {
      if (!isEngineName(project.name)) throw new Error(`There is no engine called ${project.name}.`);
      const engine = await startEngine(project.name);
      await engine.open(app.url);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  contentViolations: [
    async ({ app }, use) => {
      await use(undefined);
      expect(app.takeViolations(), 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page with the guard, and waits until the service worker controls it, and with it its frames and workers. */
export async function openGuarded(engine: BrowserEngine, address: string): Promise<void> {
  await engine.open(address);
  await engine.run(async () => {
    while (!('results' in window)) await new Promise((resolve) => setTimeout(resolve, 20));
    await window.results;
  });
}

export { expect };
