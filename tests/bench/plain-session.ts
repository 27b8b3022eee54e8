import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { build, preview } from 'vite';
import { ISOLATION_HEADERS } from '../../src/cli/isolation-headers.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { serveModels } from '../../src/cli/serve-models.ts';
import type { PlainAnswer } from './plain/plain-recogniser.ts';

/** The baseline on a page of its own in an open browser. */
export class PlainSession {
  private constructor(
    private readonly page: Page,
    private readonly stop: () => Promise<void>,
  ) {}

  static async open(context: BrowserContext, modelsDir: string): Promise<PlainSession> {
    const root = join(PROJECT_ROOT, 'tests/bench/plain');
    const outDir = join(PROJECT_ROOT, '.cache/bench-plain');
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
    });
    const server = await preview({
      configFile: false,
      root,
      appType: 'mpa',
      logLevel: 'error',
      plugins: [serveModels({ directory: modelsDir, log: () => undefined })],
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0, headers: { ...ISOLATION_HEADERS } },
    });
    const address = server.httpServer.address();
    if (typeof address !== 'object' || !address) throw new Error('The server of the plain page has no port.');
    const page = await context.newPage();
    await page.goto(`http://localhost:${address.port}/`);
    await page.waitForFunction(() => 'plain' in globalThis);
    return new PlainSession(page, async () => {
      await page.close();
      await server.close();
    });
  }

  /** Transcribes a file with a model under /models/; `seconds` includes decoding but not loading the model. */
  async transcribe(path: string, options: { model: string; threads: number }): Promise<PlainAnswer> {
    // Browsers give background pages less CPU time.
    await this.page.bringToFront();
    await this.page.setInputFiles('#recording', path);
    return this.page.evaluate((chosen) => globalThis.plain.transcribe(chosen), options);
  }

  close(): Promise<void> {
    return this.stop();
  }
}
