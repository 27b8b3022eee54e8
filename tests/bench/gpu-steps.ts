import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { Figure } from '../runner/figure.ts';
import type { StepBatch } from './gpu/page.ts';
import { serveBenchPage } from './serve-bench-page.ts';

const BUILT_IN = join(PROJECT_ROOT, 'public/models/whisper-base-q8');
/** On the software adapter a token of Whisper base takes seconds, and a whole window minutes; its dispatches are the same. */
const COUNTED: readonly StepBatch[] = (['base', 'tiny', 'small', 'turbo'] as const).map((shape) => ({
  shape,
  rows: 1,
  tokens: 2,
  positions: 32,
}));
const TIMED: readonly StepBatch[] = (['base', 'turbo'] as const).flatMap((shape) =>
  [1, 2, 4, 8].map((rows) => ({ shape, rows, tokens: 60, positions: 1500 })),
);
/** Of dense speech, by Whisper's tokenizer. */
const TOKENS_PER_SECOND = 4;
const LEAST_SPEED_OF_TURBO = 40;
const MOST_DISPATCHES = 70;

/** Dispatches, submissions and bytes of a step of the built-in Whisper base, and of the shapes of others, on whatever adapter there is. */
export const gpuSteps = (): Promise<Figure[]> => measured('gpu-steps', COUNTED);

/** The same with the time of a token by the size of the batch, on a real GPU. */
export const timedSteps = (): Promise<Figure[]> => measured('webgpu', TIMED);

/** Where Chromium would not offer a GPU of Linux by itself. */
export const GPU_SWITCHES = ['--enable-unsafe-webgpu', '--enable-features=Vulkan'];

/** Opens the page of the GPU, with the built-in Whisper base. */
export async function onGpuPage<Result>(
  section: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const served = await serveBenchPage('gpu');
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'),
    args: section === 'webgpu' ? GPU_SWITCHES : GPU_SWITCHES.slice(0, 1),
  });
  try {
    const page = await browser.newPage();
    await page.route('**/whisper-base/**', (route) => {
      const [, path = ''] = new URL(route.request().url()).pathname.split('/whisper-base/');
      return route.fulfill({ body: readBuiltIn(path) });
    });
    await page.goto(served.url);
    await page.waitForFunction(() => 'gpuSteps' in globalThis);
    return await work(page);
  } finally {
    await browser.close();
    await served.close();
  }
}

const measured = (section: 'gpu-steps' | 'webgpu', batches: readonly StepBatch[]): Promise<Figure[]> =>
  onGpuPage(section, async (page) => {
    const isSoftware = await page.evaluate(() => globalThis.gpuSteps.isSoftware());
    if (section === 'webgpu' && isSoftware) {
      console.log('webgpu: left out, because this machine has no GPU.');
      return [];
    }
    const figures: Figure[] = [];
    for (const batch of batches) {
      const costs = await page.evaluate((chosen) => globalThis.gpuSteps.measure(chosen), batch);
      console.log(
        `${section}: ${batch.shape}, ${batch.rows} of at most 8 rows on ${costs.adapter}: ${costs.dispatches} dispatches`,
      );
      const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
        section,
        name: `${name}, ${batch.shape}, batch of ${batch.rows}`,
        value,
        unit,
        ...(atMost !== undefined && { atMost }),
      });
      figures.push(
        figure(
          'dispatches of a step',
          costs.dispatches,
          '',
          batch.shape === 'base' ? MOST_DISPATCHES : undefined,
        ),
        figure('submissions of a step', costs.submissions, '', 1),
        figure('read back for a token', costs.bytesRead, 'B', 1024),
        figure('memory on the GPU', costs.bytes / 1e6, 'MB'),
      );
      if (isSoftware) continue;
      figures.push(figure('time of a token', costs.milliseconds, 'ms'));
      const speed = 1000 / (costs.milliseconds * TOKENS_PER_SECOND);
      const aim = batch.shape === 'turbo' && batch.rows === 8 ? { atLeast: LEAST_SPEED_OF_TURBO } : {};
      figures.push({ ...figure('decoder alone, times real time', speed, '×'), ...aim });
    }
    return figures;
  });

/** The project holds large files in parts. */
function readBuiltIn(path: string): Buffer {
  const whole = join(BUILT_IN, path);
  if (existsSync(whole)) return readFileSync(whole);
  const folder = join(whole, '..');
  const stem = whole.slice(folder.length + 1).replace(/\.onnx$/, '.part-');
  const parts = readdirSync(folder).filter((name) => name.startsWith(stem));
  return Buffer.concat(parts.toSorted().map((name) => readFileSync(join(folder, name))));
}
