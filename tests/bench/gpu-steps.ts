import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { Figure } from '../runner/figure.ts';
import { serveBenchPage } from './serve-bench-page.ts';

const BUILT_IN = join(PROJECT_ROOT, 'public/models/whisper-base-q8');
/** On the software adapter a token of Whisper base takes seconds. */
const TOKENS = { counted: 2, timed: 60 };
const BATCHES = [1, 2, 4, 8];

/** Counts of a step of the built-in Whisper base, on whatever adapter there is; times are of the processor on a software adapter. */
export const gpuSteps = (): Promise<Figure[]> =>
  onPage([], [1], TOKENS.counted, (figure) => !figure.name.startsWith('time'));

/** Times of a step by the size of the batch, on a real GPU. */
export const webGpu = (): Promise<Figure[]> =>
  onPage(['--enable-features=Vulkan'], BATCHES, TOKENS.timed, () => true);

async function onPage(
  args: readonly string[],
  batches: readonly number[],
  tokens: number,
  isWanted: (figure: Figure) => boolean,
): Promise<Figure[]> {
  const served = await serveBenchPage('gpu');
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'),
    args: ['--enable-unsafe-webgpu', ...args],
  });
  try {
    const page = await browser.newPage();
    await page.route('**/whisper-base/**', (route) => {
      const [, path = ''] = new URL(route.request().url()).pathname.split('/whisper-base/');
      return route.fulfill({ body: readBuiltIn(path) });
    });
    await page.goto(served.url);
    await page.waitForFunction(() => 'gpuSteps' in globalThis);
    const figures: Figure[] = [];
    for (const rows of batches) {
      const costs = await page.evaluate(([count, length]) => globalThis.gpuSteps.measure(count, length), [
        rows,
        tokens,
      ] as const);
      console.log(`gpu-steps: ${rows} of at most 8 rows on ${costs.adapter}`);
      const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
        section: 'gpu-steps',
        name: `${name}, batch of ${rows}`,
        value,
        unit,
        ...(atMost !== undefined && { atMost }),
      });
      figures.push(
        figure('dispatches of a step', costs.dispatches, '', 70),
        figure('submissions of a step', costs.submissions, '', 1),
        figure('read back for a token', costs.bytesRead, 'B', 1024),
        figure('memory on the GPU', costs.bytes / 1e6, 'MB'),
        figure('time of a token', costs.milliseconds, 'ms'),
      );
    }
    return figures.filter(isWanted);
  } finally {
    await browser.close();
    await served.close();
  }
}

/** The project holds large files in parts. */
function readBuiltIn(path: string): Buffer {
  const whole = join(BUILT_IN, path);
  if (existsSync(whole)) return readFileSync(whole);
  const folder = join(whole, '..');
  const stem = whole.slice(folder.length + 1).replace(/\.onnx$/, '.part-');
  const parts = readdirSync(folder).filter((name) => name.startsWith(stem));
  return Buffer.concat(parts.toSorted().map((name) => readFileSync(join(folder, name))));
}
