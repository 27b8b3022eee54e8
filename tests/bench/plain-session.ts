import type { BrowserContext, Page } from 'playwright';
import { serveModels } from '../../src/cli/model-files/serve-models.ts';
import type { PlainAnswer } from './plain/plain-recogniser.ts';
import { serveBenchPage } from './serve-bench-page.ts';

/** The baseline on a page of its own in an open browser. */
export class PlainSession {
  private constructor(
    private readonly page: Page,
    private readonly stop: () => Promise<void>,
  ) {}

  static async open(context: BrowserContext, modelsDir: string): Promise<PlainSession> {
    const plainPage = await serveBenchPage('plain', [
      serveModels({ directory: modelsDir, log: () => undefined }),
    ]);
    const page = await context.newPage();
    await page.goto(plainPage.url);
    await page.waitForFunction(() => 'plain' in globalThis);
    return new PlainSession(page, async () => {
      await page.close();
      await plainPage.close();
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
