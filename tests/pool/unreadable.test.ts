import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessTo, results, setUpPool, sleep, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer } from './nats-server.ts';
import { GARBAGE, RawMember } from './raw-member.ts';

describe.skipIf(!hasNatsServer())('what nobody can read in a pool', () => {
  let broker: Broker;
  let origin: WaitingMember;
  let vandal: RawMember;
  const members: WaitingMember[] = [];
  const join = async (options = {}) => {
    const member = await WaitingMember.join(accessTo(broker), options);
    members.push(member);
    return member;
  };
  const rowOf = (id: string) => origin.pool.jobs.rows.get(id)?.row;

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
    vandal = await RawMember.connect(accessTo(broker));
  });

  afterEach(async () => {
    await Promise.all(members.splice(0).map((member) => member.leave()));
    for (const id of origin.pool.jobs.rows.keys()) await origin.pool.remove(id);
  });

  afterAll(async () => {
    await vandal.close();
    await origin.leave();
    await broker.end();
  });

  it('does not hold up the jobs behind it in the queue, and ends among the dead letters', async () => {
    const { capability } = waitingJob([]);
    const row = randomUUID();
    await vandal.spoil('jobs', `job.${row}`);
    for (const message of [GARBAGE, 'no id', 'job.*', '', row]) await vandal.queue(capability, message);
    const worker = (await join({ name: 'Worker' })).serve();
    const first = waitingJob([10]);
    await origin.pool.offer(first);
    expect(await results(origin.pool, [first.id])).toMatchObject([{ by: worker.id }]);
    expect(origin.pool.setAside.damaged).toBeLessThan(6);
    // They come again later and later, as long as others of their kind do.
    await until(async () => {
      const next = waitingJob([1]);
      await origin.pool.offer(next);
      await results(origin.pool, [next.id]);
      await origin.pool.remove(next.id);
      return (await origin.pool.countStored()).messages === 0;
    }, 40_000);
    // Five messages, and the row that one of them named.
    await until(() => origin.pool.setAside.damaged === 6);
    expect(origin.pool.setAside.newer).toBe(0);
    expect((await vandal.bucket('jobs').then((jobs) => jobs.get(`job.${row}`)))?.operation).toBe('PUT');
    await (await vandal.bucket('jobs')).purge(`job.${row}`);
  });

  it('is replaced where it is a lease that nobody renews', async () => {
    const job = waitingJob([10]);
    await vandal.spoil('leases', `lease.${job.id}`);
    await origin.pool.offer(job);
    await until(() => rowOf(job.id) !== undefined);
    const worker = (await join()).serve();
    expect(await results(origin.pool, [job.id])).toMatchObject([{ by: worker.id }]);
  });

  it('ends the work of an owner whose job or lease was overwritten', async () => {
    for (const [bucket, key] of [
      ['jobs', 'job'],
      ['leases', 'lease'],
    ] as const) {
      const worker = (await join({ slowness: 100 })).serve();
      const job = waitingJob([1, 100]);
      await origin.pool.offer(job);
      await until(() => worker.pool.owned(job.id) !== undefined);
      const owned = worker.pool.owned(job.id);
      await vandal.spoil(bucket, `${key}.${job.id}`);
      await until(() => owned?.signal.aborted === true, 5_000);
      await worker.leave();
      await origin.pool.remove(job.id);
    }
  });

  it('is done again where it is a finished window, by the next owner', async () => {
    const leaving = (await join({ slowness: 100 })).serve();
    const job = waitingJob([1, 1, 100]);
    await origin.pool.offer(job);
    await until(() => (origin.pool.leases.rows.get(job.id)?.row.furthest ?? 0) === 2);
    await leaving.leave();
    await vandal.spoil('windows', `${job.id}.0`);
    const heir = (await join()).serve();
    const [result] = await results(origin.pool, [job.id]);
    expect(result).toMatchObject({ by: heir.id, resumed: 1 });
    expect(result?.windows.toSorted()).toEqual([0, 1, 2]);
  });

  it('gives a job back to its origin where it is a part of the job or its result', async () => {
    const pieces = await vandal.bucket('pieces');
    const spoilNewest = async (id: string, before: string[]) => {
      for await (const key of await pieces.keys(`${id}.*`))
        if (!before.includes(key)) await pieces.put(key, GARBAGE);
    };
    const recorded = waitingJob([1], new Uint8Array(600_000).fill(9));
    await origin.pool.offer(recorded);
    await spoilNewest(recorded.id, []);
    const worker = (await join()).serve();
    await until(() => rowOf(recorded.id)?.state === 'failed');
    expect(await origin.pool.outcome(recorded.id)).toEqual({ state: 'damaged' });
    // It serves on.
    const job = waitingJob([1]);
    await origin.pool.offer(job);
    expect(await results(origin.pool, [job.id])).toMatchObject([{ by: worker.id }]);
    await spoilNewest(job.id, []);
    expect(await origin.pool.outcome(job.id)).toEqual({ state: 'damaged' });
    // The same for the row itself.
    await vandal.spoil('jobs', `job.${job.id}`);
    await until(() => !origin.pool.jobs.rows.has(job.id));
    expect(await origin.pool.outcome(job.id)).toEqual({ state: 'damaged' });
    await origin.pool.remove(job.id);
    await until(() => !origin.pool.jobs.unreadable.has(job.id));
    expect(await origin.pool.outcome(job.id)).toBeNull();
  });

  it('is replaced where it lies under a job that is offered', async () => {
    const job = waitingJob([1]);
    await vandal.spoil('jobs', `job.${job.id}`);
    await until(() => origin.pool.jobs.unreadable.has(job.id));
    (await join()).serve();
    await origin.pool.offer(job);
    await results(origin.pool, [job.id]);
  });

  it('hides no other device where it is the row of one', async () => {
    await vandal.spoil('team', `member.${randomUUID()}`);
    const newcomer = await join({ name: 'Newcomer' });
    await until(() => origin.pool.members.rows.has(newcomer.id));
    await until(() => newcomer.pool.members.rows.has(origin.id));
    await sleep(0);
  });
});
