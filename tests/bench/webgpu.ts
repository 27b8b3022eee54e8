import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, MINIATURE, modelsDir, preferModel } from './bench-setup.ts';

/** Chromium uses a GPU without a window only where it is told to, and on Linux only through Vulkan. The last one lets it name the card. */
const WITH_GPU = [
  '--enable-gpu',
  '--ignore-gpu-blocklist',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-angle=vulkan',
  '--disable-vulkan-surface',
  '--enable-webgpu-developer-features',
];
const PATIENCE_MS = 600_000;
const ROW = /^\|(?: [^|]+ \|){6}$/;

/**
 * "Measure this device" in the app, in a Chromium that may use a GPU, and the rows of docs/benchmarks.md that it writes. `--only` names
 * the models' ids, joined by commas: the forms of one model for GPU and CPU, for example. They are found in `MODELS_DIR`. Figures are
 * those of the card that each is named after; without a GPU the row says so.
 */
export async function webgpu({ only }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const model of (only || MINIATURE).split(',')) figures.push(await measure(model));
  return figures;
}

async function measure(model: string): Promise<Figure> {
  const session = await BrowserSession.open({
    modelsDir: [process.env.MODELS_DIR ?? [], modelsDir].flat().join(':'),
    browserArguments: WITH_GPU,
  });
  try {
    const { page } = session;
    await preferModel(session, model);
    await page.getByRole('button', { name: 'Models' }).click();
    await page.getByRole('button', { name: 'Measure this device' }).click();
    const row = page.getByText(ROW);
    const fault = page.getByRole('dialog').getByRole('alert');
    await row.or(fault).waitFor({ timeout: PATIENCE_MS });
    if (await fault.isVisible()) throw new Error((await fault.textContent()) ?? '');
    const text = (await row.textContent()) ?? '';
    console.log(`  ${text}`);
    const [, hardware = '', , id = '', device = '', , speed = ''] = text
      .split('|')
      .map((cell) => cell.trim());
    if (id !== model) throw new Error(`The app ran ${id} instead of ${model}.`);
    const name = `audio in a second: ${id} on ${device}, ${hardware}`;
    return { section: 'webgpu', name, value: Number.parseFloat(speed), unit: 's' };
  } finally {
    await session.close();
  }
}
