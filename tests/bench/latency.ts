import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  hasTimingModel,
  MINIATURE,
  modelsDir,
  preferModel,
  TIMING_MODEL,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { writeSpeechFile } from './speech-file.ts';

/** Long enough for the reads below to happen while the model runs. */
const MINUTES = { timing: 4, miniature: 30 };
const READS = 300;
const LEAST_READS = 100;
const PAUSE_MS = 20;

/** What a page waits for, in turn: the answer about a job, one that needs no storage, and the job's row without the service worker. */
const WAYS = { get: 'GET of a job', options: 'OPTIONS of it', row: 'its row in storage' };
type Waits = Record<keyof typeof WAYS, number[]>;

/**
 * How long a page waits for `GET /v2/pre-recorded/{id}` while a model runs on all threads, while other programs use every core as well, and
 * with a core that the model leaves alone. Beside it what a request without storage takes, and storage without a request: which of them waits.
 */
export async function latency(_options: BenchOptions): Promise<Figure[]> {
  const model = hasTimingModel ? TIMING_MODEL : MINIATURE;
  const minutes = hasTimingModel ? MINUTES.timing : MINUTES.miniature;
  const { path } = writeSpeechFile(workPath('latency.wav'), { duration: minutes * 60, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, model);
    expectDoneBy(await session.transcribe(warmUpClip, {}), model);
    const { audio_url } = await session.client.upload(path);
    const { result_url } = await session.client.createJob({ audio_url });
    const alone = await readWhileProcessing(session, result_url);
    const busy = await whileCoresAreBusy(() => readWhileProcessing(session, result_url));
    await session.client.deleteJob(result_url);
    await leaveCore(session);
    // The recording went with its job.
    const second = await session.client.upload(path);
    const again = await session.client.createJob({ audio_url: second.audio_url });
    const free = await readWhileProcessing(session, again.result_url);
    await session.client.deleteJob(again.result_url);
    const figures = (state: string, waits: Waits): Figure[] =>
      Object.entries(WAYS).flatMap(([way, what]) => {
        const found = waits[way as keyof Waits];
        const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
          section: 'latency',
          name: `${what} while ${model} runs${state}: ${name}`,
          value,
          unit: 'ms',
          ...rest,
        });
        return [
          figure('median', percentile(found, 0.5)),
          figure('99th percentile', percentile(found, 0.99), way === 'get' ? { atMost: 30 } : {}),
          figure('slowest', Math.max(...found)),
        ];
      });
    return [...figures('', alone), ...figures(', every core busy', busy), ...figures(', a core free', free)];
  } finally {
    await session.close();
  }
}

/** From now on models have one thread less than there are cores; where there are two, one lane with one thread. */
async function leaveCore({ context, page }: BrowserSession): Promise<void> {
  await context.addInitScript(() => {
    const value = navigator.hardwareConcurrency - 1;
    Object.defineProperty(navigator, 'hardwareConcurrency', { value });
  });
  await page.reload();
}

/** Works while another program computes on each core. */
async function whileCoresAreBusy<T>(work: () => Promise<T>): Promise<T> {
  const others = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const other of others) other.kill('SIGKILL');
  }
}

/** Milliseconds of each read that found the job processing, and of the other ways beside it. */
export async function readWhileProcessing(
  session: Pick<BrowserSession, 'page'>,
  resultUrl: string,
): Promise<Waits> {
  const key = await session.page.evaluate(() => globalThis.earshot.key());
  const waits = await session.page.evaluate(
    async ({ url, key, reads, pauseMs }) => {
      const opening = indexedDB.open('earshot');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const id = new URL(url, location.href).pathname.split('/').at(-1) ?? '';
      const found = { get: [] as number[], options: [] as number[], row: [] as number[] };
      for (let tries = 0; found.get.length < reads && tries < reads * 10; tries++) {
        // Without functions that have names: the loader would wrap them in one of its own, which the page has not.
        const startedAt = performance.now();
        const response = await fetch(url, { headers: { 'x-service-key': key } });
        const job: { status: string } = await response.json();
        const readAt = performance.now();
        if (job.status === 'done' || job.status === 'error') break;
        if (job.status === 'processing') {
          found.get.push(readAt - startedAt);
          await fetch(url, { method: 'OPTIONS' });
          const answeredAt = performance.now();
          found.options.push(answeredAt - readAt);
          const reading = opening.result.transaction('jobs').objectStore('jobs').get(id);
          await new Promise((resolve, reject) => {
            reading.onsuccess = resolve;
            reading.onerror = reject;
          });
          found.row.push(performance.now() - answeredAt);
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      opening.result.close();
      return found;
    },
    { url: resultUrl, key, reads: READS, pauseMs: PAUSE_MS },
  );
  if (waits.get.length < LEAST_READS) throw new Error(`Only ${waits.get.length} reads met a running model.`);
  return waits;
}
