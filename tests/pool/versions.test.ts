import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { accessTo, results, setUpPool, sleep, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer } from './nats-server.ts';
import { buildNewerMember } from './newer-version.ts';
import { RawMember } from './raw-member.ts';
import { MemberProcess } from './spawn-member.ts';

describe.skipIf(!hasNatsServer())('devices with an older and a newer version of the app in one pool', () => {
  let broker: Broker;
  let origin: WaitingMember;
  let newerOrigin: RawMember;
  let newer: { code: string; remove: () => void };

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
    newerOrigin = await RawMember.connect(accessTo(broker));
    newer = await buildNewerMember();
  }, 60_000);

  afterAll(async () => {
    await newerOrigin.close();
    await origin.leave();
    await broker.end();
    newer?.remove();
  });

  it('stop nobody with what only the newer ones can read, and those take it', {
    tags: THOROUGH_TAG,
  }, async () => {
    const foreign = waitingJob([1]);
    await origin.pool.offer(foreign);
    const row = await newerOrigin.read('jobs', `job.${foreign.id}`);
    const rewritten = { ...row, version: 2, urgency: 7 };
    await newerOrigin.write('jobs', `job.${foreign.id}`, rewritten);
    await until(() => origin.pool.setAside.newer === 1);
    const older = (await WaitingMember.join(accessTo(broker), { name: 'Older' })).serve();
    // Long enough for more deliveries than a message that is damaged gets.
    const end = performance.now() + 12_000;
    while (performance.now() < end) {
      const job = waitingJob([1]);
      await origin.pool.offer(job);
      expect(await results(origin.pool, [job.id])).toMatchObject([{ by: older.id }]);
      await origin.pool.remove(job.id);
      await sleep(100);
    }
    expect(older.began).not.toContain(foreign.id);
    expect(await newerOrigin.read('jobs', `job.${foreign.id}`)).toEqual(rewritten);
    expect(origin.pool.setAside).toEqual({ damaged: 0, newer: 1 });

    const member = await MemberProcess.start(broker, 'team', 1, [newer.code]);
    const done = async () => (await newerOrigin.read('jobs', `job.${foreign.id}`)).state === 'done';
    await until(done, 10_000);
    expect(await newerOrigin.read('jobs', `job.${foreign.id}`)).toMatchObject({
      version: 2,
      urgency: 7,
      owner: member.id,
    });
    // It runs those of the older ones, too.
    await older.leave();
    const plain = waitingJob([1]);
    await origin.pool.offer(plain);
    expect(await results(origin.pool, [plain.id])).toMatchObject([{ by: member.id }]);
    await member.kill();
    for (const id of [plain.id, foreign.id]) await origin.pool.remove(id);
    await until(() => origin.pool.setAside.newer === 0);
  });

  it('keep what the others added to a row that both understand', async () => {
    const job = waitingJob([1]);
    await origin.pool.offer(job);
    const row = await newerOrigin.read('jobs', `job.${job.id}`);
    const capability = { ...job.capability, precision: 'half' };
    await newerOrigin.write('jobs', `job.${job.id}`, { ...row, capability, urgency: 7 });
    await until(() => origin.pool.jobs.rows.get(job.id)?.row.urgency === 7);
    const older = (await WaitingMember.join(accessTo(broker), { name: 'Older' })).serve();
    await newerOrigin.write('team', 'member.newer', {
      ...(await newerOrigin.read('team', `member.${older.id}`)),
      ...{ id: 'newer', name: 'Newer', battery: 0.5 },
    });
    await until(() => older.pool.members.rows.get('newer')?.row.name === 'Newer');
    expect(await results(origin.pool, [job.id])).toMatchObject([{ by: older.id }]);
    expect(await newerOrigin.read('jobs', `job.${job.id}`)).toMatchObject({
      state: 'done',
      capability,
      urgency: 7,
    });
    await older.leave();
  });
});
