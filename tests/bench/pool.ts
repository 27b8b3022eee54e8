import { POOL_TIMES } from '../../src/pool/layout.ts';
import { accessTo, results, setUpPool, WaitingMember, waitingJob } from '../pool/members.ts';
import { Broker, hasNatsServer } from '../pool/nats-server.ts';
import { slowLine } from '../pool/slow-line.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { poolKills } from './pool-kills.ts';

const JOBS = 32;
/** Milliseconds: two seconds of work for each job, as small models take for short recordings. */
const WINDOWS = [1_000, 1_000];
const WORK_MS = WINDOWS.reduce((sum, ms) => sum + ms, 0);
const ONE_WAY_MS = 100;

/**
 * The pool over a real broker, with a model that only waits, so that two cores are enough: how throughput grows with
 * members, what the pool costs one job, and what becomes of jobs whose members are killed at random (`--rounds`), which
 * `--resume` goes on with, alone.
 */
export async function pool({ rounds, resume, minutes }: BenchOptions): Promise<Figure[]> {
  if (!hasNatsServer()) return [];
  const broker = await Broker.start();
  try {
    await setUpPool(accessTo(broker));
    const origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
    try {
      const figures = resume ? [] : [await roundTrips(broker, origin), ...(await throughput(broker, origin))];
      return [...figures, ...(await poolKills(broker, origin, { rounds, resume, minutes }))];
    } finally {
      await origin.leave();
    }
  } finally {
    await broker.end();
  }
}

/**
 * How often a job waits for the broker: what it takes longer than its work over a slow line, in times there and back. Unlike
 * the milliseconds over a near one, it does not depend on how busy this machine is.
 */
async function roundTrips(broker: Broker, origin: WaitingMember): Promise<Figure> {
  const line = await slowLine(broker, ONE_WAY_MS);
  const jobs = Array.from({ length: 10 }, () => waitingJob(WINDOWS));
  for (const job of jobs) await origin.pool.offer(job);
  const member = await WaitingMember.join(accessTo(line.url), { times: POOL_TIMES });
  const startedAt = performance.now();
  member.serve();
  const ids = jobs.map(({ id }) => id);
  await results(origin.pool, ids, 600_000);
  const each = (performance.now() - startedAt) / jobs.length - WORK_MS;
  await member.leave();
  line.close();
  for (const id of ids) await origin.pool.remove(id);
  return {
    section: 'pool',
    name: 'times that a job of two windows waits for the broker',
    value: each / (2 * ONE_WAY_MS),
    unit: '',
    atMost: 8,
  };
}

async function throughput(broker: Broker, origin: WaitingMember): Promise<Figure[]> {
  const figures: Figure[] = [];
  let alone = Number.NaN;
  for (const count of [1, 2, 4]) {
    const members: WaitingMember[] = [];
    for (let index = 0; index < count; index++) members.push(await WaitingMember.join(accessTo(broker)));
    const jobs = Array.from({ length: JOBS }, () => waitingJob(WINDOWS));
    for (const job of jobs) await origin.pool.offer(job);
    const startedAt = performance.now();
    for (const member of members) member.serve();
    await results(
      origin.pool,
      jobs.map(({ id }) => id),
      600_000,
    );
    const perMinute = (JOBS * 60_000) / (performance.now() - startedAt);
    await Promise.all(members.map((member) => member.leave()));
    for (const { id } of jobs) await origin.pool.remove(id);
    figures.push({ section: 'pool', name: `jobs a minute, ${count} members`, value: perMinute, unit: '' });
    if (count === 1) {
      alone = perMinute;
      figures.push(costOfOne(perMinute));
      continue;
    }
    figures.push({
      section: 'pool',
      name: `throughput of ${count} members, share of linear`,
      value: perMinute / alone / count,
      unit: '',
      atLeast: 0.9,
    });
  }
  return figures;
}

function costOfOne(perMinute: number): Figure {
  const local = 60_000 / WORK_MS;
  return {
    section: 'pool',
    name: 'time of a job in the pool, beside the same work without one',
    value: local / perMinute,
    unit: '',
    atMost: 1.05,
  };
}
