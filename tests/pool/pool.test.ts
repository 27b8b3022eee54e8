import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { POOL_TIMES } from '../../src/pool/layout.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { accessTo, results, setUpPool, sleep, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';
import { MemberProcess } from './spawn-member.ts';

describe.skipIf(!hasNatsServer())('a pool over a real broker', () => {
  let broker: Broker;
  let origin: WaitingMember;
  const members: WaitingMember[] = [];
  const processes: MemberProcess[] = [];
  const join = async (options = {}) => {
    const member = await WaitingMember.join(accessTo(broker), options);
    members.push(member);
    return member;
  };
  const spawnMember = async (slowness = 1) => {
    const member = await MemberProcess.start(broker, 'team', slowness);
    processes.push(member);
    return member;
  };

  /** A member with the real times whose connection can be ended as a closed tab ends it. */
  const joinToBeCut = async () => {
    const sockets: { terminate: () => void }[] = [];
    let isCut = false;
    const member = await join({
      slowness: 100,
      times: POOL_TIMES,
      socket: async (url: string, options: Parameters<typeof nodeSocket>[1]) => {
        if (isCut) throw new Error('The tab is closed.');
        const opened = await nodeSocket(url, options);
        sockets.push(opened.socket as unknown as { terminate: () => void });
        return opened;
      },
    });
    const cut = () => {
      isCut = true;
      for (const socket of sockets) socket.terminate();
    };
    return { member: member.serve(), cut };
  };

  /** A job of which the first window is kept, and the second takes long. */
  const atSecondWindow = async () => {
    const job = waitingJob([1, 100]);
    await origin.pool.offer(job);
    await until(() => (origin.pool.leases.rows.get(job.id)?.row.furthest ?? 0) === 1);
    return job;
  };

  /** Keeps a window, and resolves when the lease's renewal for it was sent and is not answered. */
  const beginRenewal = async (member: WaitingMember, id: string) => {
    const owned = member.pool.owned(id);
    if (!owned) throw new Error('The member does not own the job.');
    // The answer for the first window has arrived.
    await sleep(100);
    void owned.keepWindow(1, { words: 'window 1' });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return owned;
  };

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
  });

  afterEach(async () => {
    await Promise.all([
      ...members.splice(0).map((member) => member.leave()),
      ...processes.splice(0).map((member) => member.kill()),
    ]);
    for (const id of origin.pool.jobs.rows.keys()) await origin.pool.remove(id);
  });

  afterAll(async () => {
    await origin.leave();
    await broker.end();
  });

  it('runs a job with its recording on another member, and leaves nothing behind', async () => {
    const worker = (await join({ name: 'Worker' })).serve();
    // Three pieces, the last of them short.
    const recording = new Uint8Array(1_200_000).map((_, index) => (index * 31) % 251);
    const job = waitingJob([20, 20, 20], recording);
    const begun = performance.now();
    await origin.pool.offer(job);
    const [result] = await results(origin.pool, [job.id]);
    expect(result).toEqual({
      job: job.id,
      by: worker.id,
      windows: [0, 1, 2],
      resumed: 0,
      audioBytes: 1_200_000,
    });
    await until(() => origin.pool.members.rows.get(worker.id)?.row.done === 1);
    const told = origin.pool.members.rows.get(worker.id)?.row;
    expect(told).toMatchObject({ name: 'Worker', done: 1, seconds: 90 });
    // At least its three windows, at most the whole time; in seconds, rounded.
    expect(told?.busy).toBeGreaterThan(0.05);
    expect(told?.busy).toBeLessThanOrEqual((performance.now() - begun) / 1000 + 0.1);
    await origin.pool.remove(job.id);
    await until(() => !worker.pool.jobs.rows.has(job.id));
    expect(await origin.pool.countStored()).toEqual({ messages: 0, pieces: 0, windows: 0, leases: 0 });
  });

  it('runs 60 jobs of unequal length on four unequal members, each once', async () => {
    const workers = await Promise.all([1, 1, 2, 4].map((slowness) => join({ slowness })));
    const jobs = Array.from({ length: 60 }, (_, index) => waitingJob([10 + (index % 7) * 8, 10]));
    await Promise.all(jobs.map((job) => origin.pool.offer(job)));
    for (const worker of workers) worker.serve();
    const ended = await results(
      origin.pool,
      jobs.map(({ id }) => id),
    );
    expect(ended.map(({ job }) => job)).toEqual(jobs.map(({ id }) => id));
    // No job was even begun twice.
    const began = workers.flatMap((worker) => worker.began);
    expect(began.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
    expect(workers.flatMap(({ endings }) => endings).every(({ ending }) => ending === 'counted')).toBe(true);
    for (const worker of workers) expect(worker.began.length).toBeGreaterThan(2);
  });

  it('goes on behind the finished windows of a member that was killed within one', {
    tags: THOROUGH_TAG,
  }, async () => {
    const doomed = await spawnMember(20);
    const job = waitingJob([10, 10, 200, 10]);
    await origin.pool.offer(job);
    await doomed.atWindow(2);
    // A window is on its way while the next one is recognised.
    await until(() => origin.pool.leases.rows.get(job.id)?.row.furthest === 2);
    await doomed.kill();
    const heir = (await join()).serve();
    const [result] = await results(origin.pool, [job.id]);
    expect(result).toMatchObject({ by: heir.id, windows: [0, 1, 2, 3] });
    // The last finished window may still have been on its way.
    expect(result?.resumed).toBeGreaterThanOrEqual(1);
  });

  it('does not count the late result of a member that was frozen past its lease and woken', {
    tags: THOROUGH_TAG,
  }, async () => {
    const sleeper = await spawnMember(10);
    const job = waitingJob([10, 30]);
    await origin.pool.offer(job);
    await sleeper.atWindow(1);
    sleeper.freeze();
    const heir = (await join()).serve();
    const [result] = await results(origin.pool, [job.id]);
    expect(result?.by).toBe(heir.id);
    sleeper.wake();
    await sleep(1_500);
    // It noticed, or ended the job and got the answer that it had lost it.
    expect(sleeper.said.filter(({ ending }) => ending === 'counted')).toEqual([]);
    expect(await origin.pool.outcome(job.id)).toMatchObject({ result: { by: heir.id } });
    // It serves on.
    const next = waitingJob([10]);
    await heir.leave();
    await origin.pool.offer(next);
    await results(origin.pool, [next.id]);
    expect(sleeper.said.filter(({ ending }) => ending === 'counted')).toHaveLength(1);
  });

  it('gives a job back at once when a member leaves', async () => {
    // With the real times a lease runs out after 45 s, when `results` waits no more.
    const leaving = (await join({ slowness: 100, times: POOL_TIMES })).serve();
    const job = waitingJob([1, 100]);
    await origin.pool.offer(job);
    await until(() => (origin.pool.leases.rows.get(job.id)?.row.furthest ?? 0) === 1);
    const heir = (await join({ times: POOL_TIMES })).serve();
    await leaving.leave();
    const [result] = await results(origin.pool, [job.id]);
    expect(result).toMatchObject({ by: heir.id, resumed: 1 });
  });

  it('gives a job back even if it is ended right after it was told to leave, as the worker of a closed tab', async () => {
    const { member: closing, cut } = await joinToBeCut();
    const job = await atSecondWindow();
    await sleep(100);
    const heir = (await join({ times: POOL_TIMES })).serve();
    const left = closing.leave();
    // What is sent in the task that calls `leave` is all that is sent.
    await new Promise((resolve) => setImmediate(resolve));
    cut();
    const [result] = await results(origin.pool, [job.id]);
    expect(result).toMatchObject({ by: heir.id, resumed: 1 });
    expect(origin.pool.members.rows.has(closing.id)).toBe(false);
    await closing.pool.connection.close();
    await left;
  });

  it.each([
    ['another device', 'closed'],
    ['the same device', 'loaded anew'],
  ])('gives a job back to %s if the tab is %s while a renewal of the lease is on its way', async (heirs) => {
    const { member: closing, cut } = await joinToBeCut();
    const job = await atSecondWindow();
    const isSame = heirs === 'the same device';
    const other = isSame ? null : await join({ times: POOL_TIMES });
    other?.serve();
    await beginRenewal(closing, job.id);
    const left = closing.leave();
    await new Promise((resolve) => setImmediate(resolve));
    cut();
    const heir = other ?? (await join({ id: closing.id, times: POOL_TIMES })).serve();
    expect(await results(origin.pool, [job.id])).toMatchObject([{ by: heir.id }]);
    await closing.pool.connection.close();
    await left;
  });

  it('keeps no lease of a job for a window that comes behind its end', async () => {
    const member = (await join({ slowness: 100 })).serve();
    const job = await atSecondWindow();
    const owned = member.pool.owned(job.id);
    await sleep(100);
    await owned?.fail({ code: 'internal', status: 500, message: 'It failed.' });
    await owned?.keepWindow(1, { words: 'window 1' }).catch(() => undefined);
    await sleep(600);
    expect(origin.pool.leases.rows.get(job.id)?.row.released).toBe(true);
  });

  it('keeps jobs that need a GPU in a queue of their own, which members without one leave alone', async () => {
    const plain = (await join()).serve();
    const [forGpus, forAny] = [waitingJob([1], undefined, 'webgpu'), waitingJob([1])];
    await origin.pool.offer(forGpus);
    await origin.pool.offer(forAny);
    expect(await results(origin.pool, [forAny.id])).toMatchObject([{ by: plain.id }]);
    await plain.leave();
    expect(plain.began).toEqual([forAny.id]);
    const equipped = (await join({ device: 'webgpu' })).serve();
    const another = waitingJob([1]);
    await origin.pool.offer(another);
    const ended = await results(origin.pool, [forGpus.id, another.id]);
    expect(ended.map(({ by }) => by)).toEqual([equipped.id, equipped.id]);
  });

  it('goes on after the broker was stopped and started', async () => {
    const worker = (await join()).serve();
    const jobs = Array.from({ length: 4 }, () => waitingJob([150, 150, 150]));
    for (const job of jobs) await origin.pool.offer(job);
    await until(() => worker.began.length > 0);
    await broker.stop();
    await sleep(2_000);
    await broker.resume();
    const ended = await results(
      origin.pool,
      jobs.map(({ id }) => id),
      40_000,
    );
    expect(ended).toHaveLength(4);
  });

  it('stops the work on a job that its origin withdrew, and cleans up', async () => {
    const worker = (await join({ slowness: 20 })).serve();
    const job = waitingJob([10, 10, 10, 10, 10, 10, 10, 10], new Uint8Array(600_000));
    await origin.pool.offer(job);
    await until(() => worker.pool.owned(job.id) !== undefined);
    const owned = worker.pool.owned(job.id);
    await origin.pool.remove(job.id);
    await until(() => owned?.signal.aborted === true, 2_000);
    await until(async () => (await origin.pool.countStored()).messages === 0);
    expect(worker.endings).toEqual([]);
    // Offered again, it is a new job.
    await origin.pool.offer(waitingJob([1]));
    await origin.pool.offer({ ...job, spec: { windows: [1] } });
    await results(origin.pool, [job.id]);
  });

  it('takes the message of a job out of the queue that was withdrawn before anybody took it', async () => {
    const [kept, withdrawn] = [waitingJob([1]), waitingJob([1])];
    await origin.pool.offer(withdrawn);
    await until(() => origin.pool.jobs.rows.has(withdrawn.id));
    await origin.pool.remove(withdrawn.id);
    expect((await origin.pool.countStored()).messages).toBe(0);
    // The same for one that was given back.
    const leaving = (await join({ slowness: 1_000 })).serve();
    const returned = waitingJob([1]);
    await origin.pool.offer(returned);
    await until(() => leaving.pool.owned(returned.id) !== undefined);
    await leaving.leave();
    await until(() => origin.pool.leases.rows.get(returned.id)?.row.released === true);
    await origin.pool.remove(returned.id);
    expect((await origin.pool.countStored()).messages).toBe(0);
    await origin.pool.offer(kept);
    (await join()).serve();
    await results(origin.pool, [kept.id]);
  });

  it('does not queue a job twice that was offered twice, nor sends its pieces again', async () => {
    const job = waitingJob([1], new Uint8Array(2_000_000).fill(7));
    await origin.pool.offer(job);
    await origin.pool.offer(job);
    expect(await origin.pool.countStored()).toMatchObject({ messages: 1, pieces: 5 });
  });

  it('fails a job whose members die at the same window again and again, and says so', async () => {
    const job = waitingJob([1, 5_000]);
    await origin.pool.offer(job);
    for (let deaths = 0; deaths < 5; deaths++) {
      const doomed = (await join()).serve();
      await until(() => doomed.began.includes(job.id));
      await until(async () => origin.pool.leases.rows.get(job.id)?.row.furthest === 1);
      await doomed.die();
      await sleep(1_300);
    }
    (await join()).serve();
    await until(() => origin.pool.jobs.rows.get(job.id)?.row.state === 'failed');
    await until(() => [...origin.pool.members.rows.values()].some(({ row }) => row.failed === 1));
    const outcome = await origin.pool.outcome(job.id);
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('smaller model') },
    });
    // The others see it too.
    const told = [...origin.pool.members.rows.values()].map(({ row }) => row.failure?.message);
    expect(told).toContainEqual(expect.stringContaining('smaller model'));
    await until(async () => (await origin.pool.countStored()).messages === 0);
  });
});
