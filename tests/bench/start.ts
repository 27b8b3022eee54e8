import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { preview } from 'vite';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { serveModels } from '../../src/cli/model-files/serve-models.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { ISOLATION_HEADERS } from '../../src/cli/server/isolation-headers.ts';
import { startServer } from '../../src/cli/server/serve.ts';
import { PageClient } from '../../src/cli/through-page/page-client.ts';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { samplesOf, WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { describeCosts, traced } from './cold-table.ts';

const section = 'cold';
const SHARED = join(PROJECT_ROOT, '../shared/models');
/** Aims in seconds. */
const MODELS = [
  { id: 'zipformer-gigaspeech-3.3m', asked: 'stt-3', cold: 1.5, warm: 0.3 },
  { id: WHISPER_BASE, asked: WHISPER_BASE, cold: 2.5, warm: null },
];
const SECONDS = 3;
const WARM_JOBS = 5;
/** Not counted: the browser keeps more of the compiled code after each of them. */
const FIRST_VISITS = 3;
const POLL_MS = 100;
const JOB_LIMIT_MS = 120_000;
/** Idle: the browser takes less than this share of a core, for so long. */
const IDLE_SHARE = 0.2;
const IDLE_MS = 4_000;
const IDLE_LIMIT_MS = 40_000;
const STEP_MS = 500;

interface Cost {
  seconds: number;
  /** Processor time of the browser's page, workers and helpers. */
  cpu: number;
}
interface Asked {
  id: string;
  /** The model that the request names. */
  asked: string;
}
interface Start {
  cold: Cost;
  warm: Cost;
}
export interface BenchApp {
  url: string;
  profile: string;
  close(): Promise<void>;
}

/**
 * A note of 3 s with the real weights, cold and warm. Cold: an open browser that knows the app opens its page, and the time runs from
 * there until the job is done. Warm: the same page does the same again. With `--former FOLDER`, a built checkout of an earlier version, the
 * same is measured in turn there. One more start is traced, for a table of where its seconds go.
 */
export async function start({ repeats, former, only }: BenchOptions): Promise<Figure[]> {
  const models = MODELS.filter(({ id }) => id.includes(only) && existsSync(join(SHARED, id)));
  if (models.length === 0) {
    console.log(`Left out: none of the models is in ${SHARED}.`);
    return [];
  }
  const path = workPath('start.wav');
  writeWav(path, samplesOf('whisper.cpp/jfk.wav').slice(0, SECONDS * SAMPLE_RATE));
  const modelsDir = models.map(({ id }) => join(SHARED, id)).join(delimiter);
  const apps: BenchApp[] = [];
  try {
    apps.push(await ownApp(modelsDir));
    if (former !== '') apps.push(await formerApp(resolve(former), modelsDir));
    const figures: Figure[] = [];
    for (const { id, asked, cold, warm } of models) {
      const rounds: Start[][] = [];
      for (let round = 1 - FIRST_VISITS; round <= repeats; round += 1) {
        const starts: Start[] = [];
        for (const app of apps) starts.push(await startOf(app, { id, asked }, path));
        if (round > 0) rounds.push(starts);
        console.log(
          `  ${id}${round > 0 ? '' : `, visit ${round + FIRST_VISITS}`}: ${starts.map(describe).join('; formerly ')}`,
        );
      }
      figures.push(...figuresOf(id, rounds, { cold, warm }));
      const [own] = apps;
      if (own)
        console.log(
          `  ${id}, seconds of the processor of a cold start:\n${await tableOf(own, { id, asked }, path)}`,
        );
    }
    return figures;
  } finally {
    for (const app of apps) await app.close();
  }
}

function figuresOf(
  model: string,
  rounds: readonly Start[][],
  aims: { cold: number; warm: number | null },
): Figure[] {
  const of = (app: number, state: keyof Start, what: keyof Cost) =>
    median(rounds.map((starts) => starts[app]?.[state][what] ?? Number.NaN));
  const hasFormer = rounds[0]?.[1] !== undefined;
  return (['cold', 'warm'] as const).flatMap((state) => {
    const aim = aims[state];
    const name = `${SECONDS} s, ${state}, ${model}`;
    const own: Figure[] = [
      { section, name, value: of(0, state, 'seconds'), unit: 's', ...(aim !== null && { atMost: aim }) },
      { section, name: `${name}, processor time`, value: of(0, state, 'cpu'), unit: 's' },
    ];
    if (!hasFormer) return own;
    // One round's starts run side by side, so that the machine's other load falls on both.
    const ratio = (what: keyof Cost) =>
      median(
        rounds.map(
          ([now, before]) => (now?.[state][what] ?? Number.NaN) / (before?.[state][what] ?? Number.NaN),
        ),
      );
    return [
      ...own,
      { section, name: `${name}, of the former time`, value: ratio('seconds'), unit: '' },
      { section, name: `${name}, of the former processor time`, value: ratio('cpu'), unit: '' },
    ];
  });
}

const describe = ({ cold, warm }: Start) =>
  `cold ${cold.seconds.toFixed(2)} s (processor ${cold.cpu.toFixed(2)} s), warm ${warm.seconds.toFixed(2)} s (${warm.cpu.toFixed(2)} s)`;

export async function ownApp(modelsDir: string): Promise<BenchApp> {
  const server = await startServer({ port: 0, modelsDir, log: (line) => console.error(line) });
  return withProfile(server);
}

/** An earlier version as built, with this version's server. */
export async function formerApp(root: string, modelsDir: string): Promise<BenchApp> {
  if (!existsSync(join(root, 'dist/index.html'))) throw new Error(`${root} has no built app in dist.`);
  const server = await preview({
    configFile: false,
    root,
    appType: 'mpa',
    logLevel: 'error',
    plugins: [serveModels({ directory: modelsDir, log: () => undefined })],
    preview: { host: '127.0.0.1', port: 0, headers: { ...ISOLATION_HEADERS } },
  });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || !address) throw new Error('The former app has no port.');
  return withProfile({ url: `http://localhost:${address.port}/`, close: () => server.close() });
}

async function withProfile(server: { url: string; close(): Promise<void> }): Promise<BenchApp> {
  const profile = await mkdtemp(join(tmpdir(), 'earshot-start-'));
  return {
    url: server.url,
    profile,
    close: async () => {
      await server.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A browser that has just started, and whose own start is over. */
async function inBrowser<Result>(
  { profile }: BenchApp,
  work: (context: BrowserContext, page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser('chromium'),
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await untilIdle(profile, 1_000);
    return await work(context, page);
  } finally {
    await context.close();
  }
}

async function opened(page: Page, { url }: BenchApp): Promise<{ client: PageClient; openedAt: number }> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earshot' in globalThis);
  const { key, openedAt } = await page.evaluate(async () => {
    await globalThis.earshot.ready();
    return { key: await globalThis.earshot.key(), openedAt: performance.timeOrigin };
  });
  return { client: new PageClient(page, key), openedAt };
}

async function jobOf(client: PageClient, { id, asked }: Asked, path: string): Promise<PreRecordedJob> {
  const { audio_url } = await client.upload(path);
  const { result_url } = await client.createJob({
    audio_url,
    model: asked,
    language_config: { languages: ['en'] },
  });
  const limit = Date.now() + JOB_LIMIT_MS;
  for (;;) {
    const read = await client.readJob(result_url);
    if (read.status === 'error' || read.status === 'done') {
      expectDoneBy(read, id);
      return read;
    }
    if (Date.now() > limit) throw new Error('A job of 3 s did not end.');
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

const startOf = (app: BenchApp, asked: Asked, path: string): Promise<Start> =>
  inBrowser(app, async (_, page) => {
    const { profile } = app;
    const before = browserCpuSeconds(profile);
    const { client, openedAt } = await opened(page, app);
    const first = await jobOf(client, asked, path);
    const cold = {
      seconds: (Date.parse(first.completed_at ?? '') - openedAt) / 1000,
      cpu: browserCpuSeconds(profile) - before,
    };
    const again: Cost[] = [];
    for (let index = 0; index < WARM_JOBS; index += 1) {
      const begun = browserCpuSeconds(profile);
      const seconds = jobSeconds(await jobOf(client, asked, path));
      again.push({ seconds, cpu: browserCpuSeconds(profile) - begun });
    }
    const middle = (what: keyof Cost) => median(again.map((one) => one[what]));
    // A browser keeps compiled code some seconds after the work that needed it. Who reads their transcript waits as long.
    await untilIdle(profile);
    return { cold, warm: { seconds: middle('seconds'), cpu: middle('cpu') } };
  });

/** Where the seconds of a cold start go. */
const tableOf = (app: BenchApp, asked: Asked, path: string): Promise<string> =>
  inBrowser(app, async (context, page) =>
    describeCosts(
      await traced(context, page, async () => jobOf((await opened(page, app)).client, asked, path)),
    ),
  );

/** Waits until the browser has had nothing to do for a while. */
async function untilIdle(profile: string, forMs = IDLE_MS): Promise<void> {
  const limit = Date.now() + IDLE_LIMIT_MS;
  for (let idleMs = 0; idleMs < forMs && Date.now() < limit; ) {
    const before = browserCpuSeconds(profile);
    await new Promise((wake) => setTimeout(wake, STEP_MS));
    const used = browserCpuSeconds(profile) - before;
    idleMs = used < (IDLE_SHARE * STEP_MS) / 1000 ? idleMs + STEP_MS : 0;
  }
}
