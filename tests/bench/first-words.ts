import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, preferModel, workPath } from './bench-setup.ts';
import { denseSpeech } from './dense-speech.ts';
import { watchWindows } from './window-times.ts';

const section = 'first-words';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const SECONDS = 240;
/** Long enough to load the model in every lane. */
const WARM_UP_SECONDS = 90;
const PATIENCE_MS = 180_000;

interface Sight {
  /** From the choice of the file to its first words on screen. */
  firstMs: number;
  /** From the first window's end to the last's, for each window between them. */
  windowMs: number;
}

/**
 * Four minutes of speech are dropped on the app with the real weights of Whisper base loaded in every lane: how long until the first words are on
 * screen, beside what one window takes then, of two that are heard at a time.
 */
export async function firstWords({ repeats }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(MODEL)) {
    console.log(`Left out: ${MODEL} is not here.`);
    return [];
  }
  const path = workPath('first-words.wav');
  writeWav(path, denseSpeech(SECONDS, 0.2));
  const warmUp = workPath('first-words-warm-up.wav');
  writeWav(warmUp, denseSpeech(WARM_UP_SECONDS, 0.2));
  const session = await BrowserSession.open({ modelsDir: MODEL });
  try {
    await preferModel(session, WHISPER_BASE);
    const lanes = await session.page.evaluate(() => (navigator.hardwareConcurrency > 1 ? 2 : 1));
    const seen: Sight[] = [];
    for (let round = 0; round < repeats; round += 1) {
      expectDoneBy(await session.transcribe(warmUp, {}), WHISPER_BASE);
      const { firstMs, windowMs } = await watch(session, path);
      seen.push({ firstMs, windowMs: windowMs * lanes });
      console.log(
        `  first words after ${(firstMs / 1000).toFixed(1)} s, a window takes ${((windowMs * lanes) / 1000).toFixed(1)} s`,
      );
    }
    return [
      {
        section,
        name: 'from the choice of a file to its first words',
        value: median(seen.map(({ firstMs }) => firstMs)) / 1000,
        unit: 's',
      },
      {
        section,
        name: 'the same, in windows',
        value: median(seen.map(({ firstMs, windowMs }) => firstMs / windowMs)),
        unit: '',
        atMost: 1,
      },
    ];
  } finally {
    await session.close();
  }
}

/** Chooses the file in the app, and watches its windows and its text arrive. */
async function watch({ page, url }: BrowserSession, path: string): Promise<Sight> {
  // Without loading the page anew, which would end the worker that has the model.
  await page.goto(new URL('#/', url).href);
  const windowTimes = await watchWindows(page);
  const sight = await page.evaluateHandle(() => {
    const seen = { chosen: 0, first: 0 };
    addEventListener('change', () => (seen.chosen ||= performance.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('[aria-labelledby="partial-title"] p')) seen.first ||= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Choose files|Add)$/ }).click();
  await (await choosing).setFiles(path);
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor({ timeout: PATIENCE_MS });
  const { chosen, first } = await sight.jsonValue();
  const windows = await windowTimes();
  if (first === 0 || windows.length < 4) throw new Error(`Only ${windows.length} windows were seen.`);
  const between = (windows.at(-1) ?? 0) - (windows[0] ?? 0);
  return { firstMs: first - chosen, windowMs: between / (windows.length - 1) };
}
