import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnedJob } from '../../src/pool/taken-job.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { accessTo, SHORT_TIMES, setUpPool, sleep, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer } from './nats-server.ts';
import { slowLine } from './slow-line.ts';

/** Requests time out and clients reconnect before anything goes on. */
const OUTAGE_PATIENCE_MS = 40_000;

describe.skipIf(!hasNatsServer())('removing a job from a pool', () => {
  let broker: Broker;
  let origin: WaitingMember;

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
  });

  afterAll(async () => {
    await origin?.leave();
    await broker?.end();
  });

  it('leaves nothing of a job whose owner still sends while it is removed', async () => {
    const line = await slowLine(broker, 60);
    const late = await WaitingMember.join(accessTo(line.url), { times: { ...SHORT_TIMES, lease: 20_000 } });
    try {
      const sends = [
        (job: OwnedJob) => job.keepWindow(1, 'late'),
        (job: OwnedJob) => late.pool.finish(job, 'late'),
      ];
      // Removed while and after the broker receives what is sent: which of them it is depends on the machine, too.
      for (const send of sends)
        for (const delay of [0, 400]) {
          const job = waitingJob([1, 1, 1]);
          await origin.pool.offer(job);
          await until(() => late.pool.jobs.rows.has(job.id));
          const owned = await late.pool.take(() => true);
          if (!owned) throw new Error('It was not taken.');
          await owned.keepWindow(0, 'in time');
          const sent = send(owned).catch(() => undefined);
          await sleep(delay);
          await origin.pool.remove(job.id);
          // A result that was faster than the removal ended the job in good order.
          if ((await sent) !== 'counted') await until(() => owned.signal.aborted);
          await until(async () => Object.values(await origin.pool.countStored()).every((left) => left === 0));
        }
    } finally {
      await late.leave();
      line.close();
    }
    // Four jobs over a slow line.
  }, 180_000);

  it('removes all of a job, although the broker is away when it begins and stops once more within', {
    tags: THOROUGH_TAG,
  }, async () => {
    const job = waitingJob(
      [1, 1],
      new Uint8Array(3_000_000).map((_, index) => index % 253),
    );
    await origin.pool.offer(job);
    const { pieces } = await origin.pool.countStored();
    expect(pieces).toBeGreaterThan(4);
    await broker.stop();
    const removed = origin.pool.remove(job.id);
    await sleep(500);
    await broker.resume();
    // Its row is gone, so nobody would look for the rest.
    await until(() => !origin.pool.jobs.rows.has(job.id), OUTAGE_PATIENCE_MS);
    await broker.stop();
    await sleep(500);
    await broker.resume();
    await removed;
    // It may still be connecting again.
    const isEmpty = async () => Object.values(await origin.pool.countStored()).every((left) => left === 0);
    await until(() => isEmpty().catch(() => false), OUTAGE_PATIENCE_MS);
  });
});
