import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { median } from '../accuracy/word-time-error.ts';
import { repeatWav } from '../e2e/repeat-wav.ts';
import type { Broker } from '../pool/nats-server.ts';
import type { Figure } from '../runner/figure.ts';
import { warmUpClip, workPath } from './bench-setup.ts';
import { createJob, joinPool, type Tab } from './pool-browser-members.ts';

/** For what the pool costs one job: 80 s, where the miniature needs 3 s and every round trip counts, and ten minutes. */
const COSTS = [
  { times: 12, name: '80 s of audio' },
  { times: 90, name: '10 min of audio', atMost: 1.05 },
];
const PATIENCE_MS = 900_000;

/** A recording of so many repetitions of a clip of 6.7 s. */
export const recordingOf = (times: number): string => {
  const path = workPath(`pool-${times}.wav`);
  writeFileSync(path, repeatWav(warmUpClip, times));
  return path;
};

/** The job once it has ended. */
export async function finished({ client }: Tab, address: string): Promise<PreRecordedJob> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const job = await client.readJob(address);
    if (job.status === 'done' || job.status === 'error') return job;
    if (performance.now() > end) throw new Error(`${address} is still ${job.status}.`);
    await sleep(100);
  }
}

/** The same recordings on the same device, through the pool and without it, in turns. */
export async function costOfOne(tab: Tab, broker: Broker, rounds: number): Promise<Figure[]> {
  const run = async (audio_url: string, where: 'local' | 'pool') => {
    const begunAt = performance.now();
    const job = await finished(tab, await createJob(tab, audio_url, where));
    if (job.status !== 'done') throw new Error(JSON.stringify(job.post_session_metadata));
    if (where === 'pool' && job.post_session_metadata.ran_on !== tab.name)
      throw new Error('It ran elsewhere.');
    return (performance.now() - begunAt) / 1000;
  };
  await joinPool(tab, broker);
  const figures: Figure[] = [];
  for (const { times, name, atMost } of COSTS) {
    const { audio_url } = await tab.client.upload(recordingOf(times));
    await run(audio_url, 'local');
    await run(audio_url, 'pool');
    const took = { local: [] as number[], pool: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      took.local.push(await run(audio_url, 'local'));
      took.pool.push(await run(audio_url, 'pool'));
      console.log(
        `${name}: ${took.local.at(-1)?.toFixed(2)} s here, ${took.pool.at(-1)?.toFixed(2)} s through the pool`,
      );
    }
    const [local, pool] = [median(took.local), median(took.pool)];
    const figure = (title: string, value: number, unit: string) => ({
      section: 'pool',
      name: title,
      value,
      unit,
    });
    figures.push(
      figure(`${name} here, without the pool`, local, 's'),
      figure('the same through the pool', pool, 's'),
      {
        ...figure('time of that job in the pool, beside the same work without one', pool / local, ''),
        ...(atMost && { atMost }),
      },
    );
  }
  return figures;
}
