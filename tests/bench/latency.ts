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

/** How long a page waits for `GET /v2/pre-recorded/{id}` while a model runs on all threads, and while other programs use every core as well. */
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
    const figures = (state: string, waits: readonly number[]): Figure[] => {
      const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
        section: 'latency',
        name: `GET of a job while ${model} runs${state}: ${name}`,
        value,
        unit: 'ms',
        ...rest,
      });
      return [
        figure('median', percentile(waits, 0.5)),
        figure('99th percentile', percentile(waits, 0.99), { atMost: 30 }),
        figure('slowest', Math.max(...waits)),
      ];
    };
    return [...figures('', alone), ...figures(', every core busy', busy)];
  } finally {
    await session.close();
  }
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

/** Milliseconds of each read that found the job processing. */
async function readWhileProcessing(session: BrowserSession, resultUrl: string): Promise<number[]> {
  const key = await session.page.evaluate(() => globalThis.earshot.key());
  const waits = await session.page.evaluate(
    async ({ url, key, reads, pauseMs }) => {
      const found: number[] = [];
      for (let tries = 0; found.length < reads && tries < reads * 10; tries++) {
        const startedAt = performance.now();
        const response = await fetch(url, { headers: { 'x-service-key': key } });
        const job: { status: string } = await response.json();
        const wait = performance.now() - startedAt;
        if (job.status === 'done' || job.status === 'error') break;
        if (job.status === 'processing') found.push(wait);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return found;
    },
    { url: resultUrl, key, reads: READS, pauseMs: PAUSE_MS },
  );
  if (waits.length < LEAST_READS) throw new Error(`Only ${waits.length} reads met a running model.`);
  return waits;
}
