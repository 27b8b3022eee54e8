import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright';
import type { PreRecordedJob } from '../../../../src/contract/jobs/pre-recorded-job.ts';
import { repeatWav } from '../../../e2e/repeat-wav.ts';
import { warmUpClip, workPath } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { KillBench } from '../kill-bench.ts';

/** About 33 seconds: more than one window. */
const TIMES = 5;
const PARAMS = { diarization: true, sentences: true, subtitles: true };
/** Longer than the five minutes after which a worker that stood still while it loaded is replaced. */
const PATIENCE_MS = 400_000;

const heard = ({ result }: PreRecordedJob) =>
  JSON.stringify([result?.transcription?.utterances, result?.transcription?.subtitles]);

/** A job runs, and is compared with an undisturbed run. */
class Transcribing implements Attempt {
  /** The most windows that were stored when no tab was there. */
  #stored = 0;

  constructor(
    private readonly bench: KillBench,
    private readonly address: string,
    private readonly undisturbed: PreRecordedJob | null,
  ) {}

  async act(): Promise<void> {
    await this.finished();
  }

  async finished(): Promise<PreRecordedJob> {
    let job: PreRecordedJob | null = null;
    const hasEnded = async () => {
      job = await (await this.bench.client()).readJob(this.address);
      return job.status === 'done' || job.status === 'error';
    };
    await this.bench.until('an end of the job', hasEnded, PATIENCE_MS);
    if (!job) throw new Error('The job was not read.');
    return job;
  }

  async whileClosed(passive: Page): Promise<void> {
    const { checkpoints = [] } = await passive.evaluate(() => inPage.census());
    this.#stored = Math.max(this.#stored, checkpoints.length);
  }

  async judge(_: Ended): Promise<Findings> {
    const found = nothingFound();
    const job = await this.finished().catch((error: unknown) => String(error));
    if (typeof job === 'string') found.lost.push(job);
    else if (job.status === 'error') found.lost.push(JSON.stringify(job.post_session_metadata.error));
    else if (this.undisturbed) {
      if (heard(job) !== heard(this.undisturbed))
        found.lost.push(firstDifference(heard(this.undisturbed), heard(job)));
      const again = this.#stored - Number(job.post_session_metadata.resumed_windows ?? 0);
      if (again > 0) found.doubled.push(`${again} stored windows were recognised again`);
    }
    return found;
  }

  async clear(): Promise<void> {
    await this.bench.deleteJob(this.address);
  }
}

/** What was expected, and what came instead, from where they part. */
function firstDifference(expected: string, found: string): string {
  let start = 0;
  while (start < expected.length && expected[start] === found[start]) start++;
  const around = (text: string) => text.slice(Math.max(0, start - 80), start + 120);
  return `${around(expected)} -> ${around(found)}`;
}

async function begin(bench: KillBench, expected: PreRecordedJob | null): Promise<Transcribing> {
  const recording = workPath('kills.wav');
  writeFileSync(recording, repeatWav(warmUpClip, TIMES));
  const client = await bench.client();
  const { audio_url } = await client.upload(recording);
  const { result_url } = await client.createJob({ audio_url, ...PARAMS });
  return new Transcribing(bench, result_url, expected);
}

async function runUndisturbed(bench: KillBench): Promise<PreRecordedJob> {
  const attempt = await begin(bench, null);
  const job = await attempt.finished();
  if (job.status !== 'done') throw new Error(JSON.stringify(job.post_session_metadata));
  await attempt.clear();
  return job;
}

export const transcribing: Action = {
  lasts: 3_000,
  goesOn: true,
  rare: true,
  async start(bench) {
    return begin(bench, await bench.once('undisturbed', () => runUndisturbed(bench)));
  },
};
