import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { finishedJob } from '../../src/cli/through-page/finished-job.ts';
import { PageClient } from '../../src/cli/through-page/page-client.ts';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { sharedAudio, textOf, WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { countWordErrors, wordErrorRate } from '../accuracy/word-error-rate.ts';
import { median } from '../accuracy/word-time-error.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from './bench-setup.ts';
import { denseSpeech } from './dense-speech.ts';
import { GPU_SWITCHES, timedSteps } from './gpu-steps.ts';
import { readWhileProcessing } from './latency.ts';
import { type BenchApp, formerApp, ownApp } from './start.ts';

const section = 'webgpu';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const NO_GPU = ['--disable-blink-features=WebGPU'];
const GERMAN = 'corpus/long/fleurs-de.flac';
/** How often the German file is said: 506 s, as was measured before there were shaders. */
const GERMAN_TIMES = 3;
/** More errors than on the CPU, in points of a hundred: roundings of other orders of sums. */
const MOST_MORE_ERRORS = 0.3;

interface Recording {
  name: string;
  path: string;
  /** Seconds. */
  duration: number;
  language: string;
  atMost?: number;
  /** Times real time. */
  atLeast?: number;
  truth?: string;
}

interface Tab {
  name: 'GPU' | 'CPU' | 'former';
  app: BenchApp;
  context: BrowserContext;
  page: Page;
  client: PageClient;
}

/**
 * Steps of the decoder by the size of the batch, and whole jobs of the built app: on the GPU, on the CPU, and of an earlier version on the GPU
 * (`--former`), in turn. One command for the ten minutes in which a GPU is at hand; `--only dry` tries it without one.
 */
export async function webGpu({ minutes, repeats, former, only }: BenchOptions): Promise<Figure[]> {
  const isDry = only === 'dry';
  const figures = isDry ? [] : await timedSteps();
  if (!isDry && figures.length === 0) return [];
  if (!existsSync(MODEL) || !existsSync(sharedAudio(GERMAN))) {
    console.log('Jobs are left out: the model or the recordings of ../shared are not here.');
    return figures;
  }
  const recordings = writeRecordings(minutes);
  const tabs: Tab[] = [];
  try {
    tabs.push(await openTab('GPU', await ownApp(MODEL), isDry ? NO_GPU : GPU_SWITCHES));
    tabs.push(await openTab('CPU', await ownApp(MODEL), NO_GPU));
    if (former !== '')
      tabs.push(
        await openTab('former', await formerApp(resolve(former), MODEL), isDry ? NO_GPU : GPU_SWITCHES),
      );
    for (const recording of recordings) figures.push(...(await inTurn(tabs, recording, { repeats, isDry })));
    const [gpu] = tabs;
    const [longest] = recordings.toSorted((a, b) => b.duration - a.duration);
    if (gpu && longest) figures.push(await slowestReads(gpu, longest));
    return figures;
  } finally {
    for (const { context, app } of tabs) {
      await context.close();
      await app.close();
    }
  }
}

function writeRecordings(minutes: number): Recording[] {
  const note = workPath('webgpu-note.wav');
  const dense = workPath('webgpu-dense.wav');
  const german = workPath('webgpu-german.flac');
  const clip = readFileSync(sharedAudio('whisper.cpp/jfk.wav'));
  writeFileSync(note, clip);
  const speech = denseSpeech(minutes * 60, 0.2);
  writeWav(dense, speech);
  const once = readFileSync(sharedAudio(GERMAN));
  // The app decodes files that were joined one after the other.
  writeFileSync(german, Buffer.concat(Array.from({ length: GERMAN_TIMES }, () => once)));
  const { sec, text } = germanClip();
  return [
    { name: 'a note of 11 s', path: note, duration: 11, language: 'en', atMost: 0.4 },
    {
      name: 'German',
      path: german,
      duration: GERMAN_TIMES * sec,
      language: 'de',
      atMost: 5,
      truth: Array.from({ length: GERMAN_TIMES }, () => text).join(' '),
    },
    {
      name: 'dense speech',
      path: dense,
      duration: speech.length / SAMPLE_RATE,
      language: 'en',
      atLeast: 100,
    },
  ];
}

function germanClip(): { sec: number; text: string } {
  const clips: { file: string; sec: number; text: string }[] = JSON.parse(
    readFileSync(sharedAudio('corpus/manifest.json'), 'utf8'),
  );
  const found = clips.find(({ file }) => file === GERMAN.replace('corpus/', ''));
  if (!found) throw new Error(`${GERMAN} is not in the manifest of its corpus.`);
  return found;
}

async function openTab(name: Tab['name'], app: BenchApp, args: string[]): Promise<Tab> {
  const executablePath = await ensureBrowser('chromium');
  const context = await chromium.launchPersistentContext(app.profile, { executablePath, args });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(app.url);
  await page.waitForFunction(() => 'earshot' in globalThis);
  const key = await page.evaluate(async () => {
    await globalThis.earshot.ready();
    return globalThis.earshot.key();
  });
  return { name, app, context, page, client: new PageClient(page, key) };
}

async function start({ client, page }: Tab, { path, language }: Recording): Promise<string> {
  await page.bringToFront();
  const { audio_url } = await client.upload(path);
  const { result_url } = await client.createJob({
    audio_url,
    model: WHISPER_BASE,
    language_config: { languages: [language] },
  });
  return result_url;
}

async function transcribe(tab: Tab, recording: Recording): Promise<PreRecordedJob> {
  const job = await finishedJob(tab.client, await start(tab, recording));
  expectDoneBy(job, WHISPER_BASE);
  return job;
}

async function inTurn(
  tabs: readonly Tab[],
  recording: Recording,
  { repeats, isDry }: { repeats: number; isDry: boolean },
): Promise<Figure[]> {
  const seconds: Record<string, number[]> = Object.fromEntries(tabs.map(({ name }) => [name, []]));
  const texts: Record<string, string> = {};
  // The first of each loads the model, and judges the GPU.
  for (let round = 0; round <= repeats; round += 1) {
    for (const tab of tabs) {
      const job = await transcribe(tab, recording);
      const { device, lanes, device_reason } = job.post_session_metadata;
      const took = jobSeconds(job);
      console.log(
        `  ${recording.name}, ${tab.name}: ${took} s on ${device}, ${lanes} at a time (${device_reason})`,
      );
      if (tab.name === 'GPU' && device !== 'webgpu' && !isDry)
        throw new Error(`The app did not take the GPU: ${String(device_reason)}`);
      texts[tab.name] = textOf(job);
      if (round > 0) seconds[tab.name]?.push(took);
    }
  }
  const { name, duration, atMost, atLeast, truth } = recording;
  const of = (tab: Tab['name']) => median(seconds[tab] ?? [Number.NaN]);
  const title = `${name}, ${Math.round(duration)} s`;
  const figure = (what: string, value: number, unit: string, rest: Partial<Figure> = {}): Figure => ({
    section,
    name: `${title}: ${what}`,
    value,
    unit,
    ...rest,
  });
  const errors = (tab: Tab['name']) =>
    100 * wordErrorRate(countWordErrors(truth ?? texts.CPU ?? '', texts[tab] ?? '', recording.language));
  const figures = [
    figure('GPU', of('GPU'), 's', atMost === undefined ? {} : { atMost }),
    figure('GPU, times real time', duration / of('GPU'), '×', atLeast === undefined ? {} : { atLeast }),
    figure('CPU', of('CPU'), 's'),
    figure('the CPU needs more time, by', of('CPU') / of('GPU'), '×'),
  ];
  if (seconds.former)
    figures.push(figure('the former version needs more time, by', of('former') / of('GPU'), '×'));
  if (truth === undefined) return [...figures, figure('words other than on the CPU', errors('GPU'), '%')];
  return [
    ...figures,
    figure('word errors, CPU', errors('CPU'), '%'),
    figure('word errors, GPU', errors('GPU'), '%', { atMost: errors('CPU') + MOST_MORE_ERRORS }),
  ];
}

/** How long a page waits for `GET` while the GPU is at work. */
async function slowestReads(tab: Tab, recording: Recording): Promise<Figure> {
  const { get } = await readWhileProcessing(tab, await start(tab, recording));
  const name = `GET of a job, 99th percentile of ${get.length}`;
  return { section, name, value: percentile(get, 0.99), unit: 'ms', atMost: 15 };
}
