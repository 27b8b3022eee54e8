import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { accessTo, results, setUpPool, WaitingMember, waitingJob } from '../pool/members.ts';
import { Broker, hasNatsServer } from '../pool/nats-server.ts';
import { MemberProcess } from '../pool/spawn-member.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';

const JOBS = 32;
/** Milliseconds: two seconds of work for each job, as small models take for short recordings. */
const WINDOWS = [1_000, 1_000];
const CROWD = 4;

/**
 * The pool over a real broker, with a model that only waits, so that two cores are enough: how throughput grows with
 * members, what the pool costs one job, and what becomes of jobs whose members are killed at random (`--rounds`).
 */
export async function pool({ rounds }: BenchOptions): Promise<Figure[]> {
  if (!hasNatsServer()) return [];
  const broker = await Broker.start();
  try {
    await setUpPool(accessTo(broker));
    const origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
    try {
      return [...(await throughput(broker, origin)), ...(await randomKills(broker, origin, rounds))];
    } finally {
      await origin.leave();
    }
  } finally {
    await broker.end();
  }
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
      const local = 60_000 / WINDOWS.reduce((sum, ms) => sum + ms, 0);
      figures.push({
        section: 'pool',
        name: 'time of a job in the pool, beside the same work without one',
        value: local / perMinute,
        unit: '',
        atMost: 1.05,
      });
    } else {
      figures.push({
        section: 'pool',
        name: `throughput of ${count} members, share of linear`,
        value: perMinute / alone / count,
        unit: '',
        atLeast: 0.9,
      });
    }
  }
  return figures;
}

/** Kills processes without a word, and starts others in their places. */
async function randomKills(broker: Broker, origin: WaitingMember, kills: number): Promise<Figure[]> {
  const random = seededRandom(kills);
  const all: MemberProcess[] = [];
  const start = async () => {
    const member = await MemberProcess.start(broker);
    all.push(member);
    return member;
  };
  const crowd = await Promise.all(Array.from({ length: CROWD }, start));
  const offered: string[] = [];
  for (let killed = 0; killed < kills; killed++) {
    for (let index = 0; index < 3; index++) {
      const job = waitingJob(Array.from({ length: 1 + Math.floor(random() * 4) }, () => 50 + random() * 250));
      await origin.pool.offer(job);
      offered.push(job.id);
    }
    await sleep(random() * 800);
    const place = Math.floor(random() * CROWD);
    await crowd[place]?.kill();
    crowd[place] = await start();
    if (killed % 20 === 19) console.log(`  ${killed + 1} kills`);
  }
  const ended = await results(origin.pool, offered, 600_000).catch(() => []);
  const states = offered.map((id) => origin.pool.jobs.rows.get(id)?.row.state);
  await Promise.all(crowd.map((member) => member.kill()));
  const counted = new Map<string, number>();
  for (const { ending, job } of all.flatMap(({ said }) => said)) {
    if (ending === 'counted' && job) counted.set(job, (counted.get(job) ?? 0) + 1);
  }
  const double = [...counted.values()].filter((times) => times > 1).length;
  const resumed = ended.filter((result) => result.resumed > 0).length;
  for (const id of offered) await origin.pool.remove(id);
  const { messages, pieces, windows } = await origin.pool.countStored();
  const name = `after ${kills} random kills`;
  return [
    { section: 'pool', name: `jobs, ${name}`, value: offered.length, unit: '' },
    {
      section: 'pool',
      name: `jobs lost ${name}`,
      value: states.filter((state) => state !== 'done').length,
      unit: '',
      atMost: 0,
    },
    { section: 'pool', name: `results that counted twice ${name}`, value: double, unit: '', atMost: 0 },
    { section: 'pool', name: `jobs that went on behind another's windows`, value: resumed, unit: '' },
    {
      section: 'pool',
      name: `messages, pieces and windows left ${name}`,
      value: messages + pieces + windows,
      unit: '',
      atMost: 0,
    },
  ];
}
