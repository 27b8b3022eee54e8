import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { hasTimingModel, MINIATURE, preferModel, TIMING_MODEL, warmUpClip, workPath } from './bench-setup.ts';
import { writeSpeechFile } from './speech-file.ts';

const ROUNDS = 5;
/** How long the model has been working when its job is deleted. */
const BUSY_MS = 3_000;
const MOST_MS = 1_000;

/** Deletes a running job: milliseconds until the response, and until the model is free and the next job starts. */
export async function measureCancellation(session: BrowserSession): Promise<Figure[]> {
  const model = hasTimingModel ? TIMING_MODEL : MINIATURE;
  await preferModel(session, model);
  const long = writeSpeechFile(workPath('cancelled.wav'), { duration: 30 * 60, silence: 0 });
  const rounds: { answered: number; begun: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const running = await submit(session, long.path);
    const next = await submit(session, warmUpClip);
    rounds.push(await cancel(session, running, next));
    await session.finished(next);
    await session.client.deleteJob(next);
  }
  const figure = (name: string, value: number): Figure => ({
    section: 'endpoints',
    name: `DELETE of a job that ${model} works on: ${name}`,
    value,
    unit: 'ms',
    atMost: MOST_MS,
  });
  return [
    figure('answered', median(rounds.map(({ answered }) => answered))),
    figure('next job begins', median(rounds.map(({ begun }) => begun))),
    figure('next job begins, slowest', Math.max(...rounds.map(({ begun }) => begun))),
  ];
}

async function submit(session: BrowserSession, path: string): Promise<string> {
  const { audio_url } = await session.client.upload(path);
  return (await session.client.createJob({ audio_url })).result_url;
}

async function cancel(session: BrowserSession, running: string, next: string) {
  const key = await session.page.evaluate(() => globalThis.earshot.key());
  return session.page.evaluate(
    async ({ key, running, next, busyMs }) => {
      const headers = { 'x-service-key': key };
      const until = async (url: string, begun: (job: { status: string; progress: number }) => boolean) => {
        for (;;) {
          const job = await (await fetch(url, { headers })).json();
          if (begun({ status: job.status, progress: job.post_session_metadata.progress })) return;
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      };
      await until(running, ({ status }) => status === 'processing');
      await new Promise((resolve) => setTimeout(resolve, busyMs));
      const startedAt = performance.now();
      await fetch(running, { method: 'DELETE', headers });
      const answered = performance.now() - startedAt;
      await until(next, ({ status }) => status !== 'queued');
      return { answered, begun: performance.now() - startedAt };
    },
    { key, running, next, busyMs: BUSY_MS },
  );
}
