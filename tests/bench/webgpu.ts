import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, MINIATURE, modelsDir, preferModel } from './bench-setup.ts';

/** Chromium uses a GPU without a window only where it is told to, and on Linux only through Vulkan. */
const WITH_GPU = [
  '--enable-gpu',
  '--ignore-gpu-blocklist',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
];
const PATIENCE_MS = 600_000;
const ROW = /^\|(?: [^|]+ \|){6}$/;

/**
 * "Measure this device" in the app, in a Chromium that may use a GPU, and the row of docs/benchmarks.md that it writes. `--only` names
 * the model's id; models of a GPU are found in `MODELS_DIR`. Without a GPU the row says so.
 */
export async function webgpu({ only }: BenchOptions): Promise<Figure[]> {
  const session = await BrowserSession.open({
    modelsDir: [process.env.MODELS_DIR ?? [], modelsDir].flat().join(':'),
    browserArguments: WITH_GPU,
  });
  try {
    const { page } = session;
    await preferModel(session, only || MINIATURE);
    await page.getByRole('button', { name: 'Models' }).click();
    await page.getByRole('button', { name: 'Measure this device' }).click();
    const row = page.getByText(ROW);
    const fault = page.getByRole('dialog').getByRole('alert');
    await row.or(fault).waitFor({ timeout: PATIENCE_MS });
    if (await fault.isVisible()) throw new Error((await fault.textContent()) ?? '');
    const text = (await row.textContent()) ?? '';
    console.log(`  ${text}`);
    const [, , , , , , speed = ''] = text.split('|');
    return [{ section: 'webgpu', name: 'audio in a second', value: Number.parseFloat(speed), unit: 's' }];
  } finally {
    await session.close();
  }
}
