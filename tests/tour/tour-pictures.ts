import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 412, height: 892 };

/** Where the browser compresses a picture well, and letters are sharp. */
const QUALITY = 0.82;

function save(path: string, bytes: Buffer): void {
  const file = join(PROJECT_ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  console.log(`${path}: ${Math.round(bytes.length / 1000)} kB`);
}

/** Nothing that moves or blinks is in a picture. */
async function settle(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(300);
}

/** Keeps what the page shows as docs/images/tour/NAME.webp. */
export async function takePicture(page: Page, name: string, size = WIDE): Promise<void> {
  await settle(page, size);
  const png = (await page.screenshot({ caret: 'hide' })).toString('base64');
  // The app's own content policy forbids images from data; an empty page has none.
  const painter = await page.context().newPage();
  const webp = await painter.evaluate(
    async ({ png, quality }) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    { png, quality: QUALITY },
  );
  await painter.close();
  save(`docs/images/tour/${name}.webp`, Buffer.from(webp, 'base64'));
}

/** Keeps what the page shows as the picture of README, in both schemes. */
export async function takeReadmePicture(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page, WIDE);
    save(`docs/images/transcript-${colorScheme}.png`, fewerColours(await page.screenshot({ caret: 'hide' })));
  }
}

/** Keeps what the page shows for the manifest, where stores and browsers want PNG. */
export async function takeManifestPicture(page: Page, name: string, size: typeof WIDE): Promise<void> {
  await settle(page, size);
  save(`public/screenshots/${name}.png`, fewerColours(await page.screenshot({ caret: 'hide' })));
}

/** A third of the size, where ffmpeg is installed: these pictures are part of the app. */
function fewerColours(png: Buffer): Buffer {
  const palette = 'split[all][some];[some]palettegen=max_colors=128[few];[all][few]paletteuse=dither=none';
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-loglevel', 'error', '-i', 'pipe:0', '-vf', palette, '-f', 'image2', '-c:v', 'png', 'pipe:1'],
    { input: png },
  );
  return stdout?.length > 0 ? stdout : png;
}
