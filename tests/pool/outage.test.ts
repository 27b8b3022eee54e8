import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInterruption } from '../../src/pool/pool-failure.ts';
import { accessTo, setUpPool, sleep, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer } from './nats-server.ts';

/** Whatever waits for the broker gives up, and clients reconnect. */
const OUTAGE_PATIENCE_MS = 40_000;

describe.skipIf(!hasNatsServer())('a member that asks the broker for a job as it goes away', () => {
  let broker: Broker;
  let origin: WaitingMember;
  let other: WaitingMember;

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    origin = await WaitingMember.join(accessTo(broker), { name: 'Origin' });
    other = await WaitingMember.join(accessTo(broker), { name: 'Other' });
  });

  afterAll(async () => {
    await origin?.leave();
    await other?.leave();
    await broker?.end();
  });

  it.each([50, 900])('%i ms before is answered, and gets the job later', async (ms) => {
    const job = waitingJob([1]);
    await origin.pool.offer(job);
    await until(() => other.pool.jobs.rows.has(job.id));
    const first = await origin.pool.take(() => true);
    if (!first) throw new Error('It was not taken.');
    await first.keepWindow(0, 'kept');
    first.abandon();
    // The lease runs out before the message comes again, so that the pull waits.
    await until(async () => (await other.pool.wanted()).length > 0);
    const asked = other.pool.take(() => true).catch((error: unknown) => error);
    await sleep(ms);
    await broker.stop();
    await sleep(500);
    await broker.resume();
    const answer = await Promise.race([asked, sleep(OUTAGE_PATIENCE_MS).then(() => 'none')]);
    expect(answer).not.toBe('none');
    if (answer instanceof Error) expect(isInterruption(answer)).toBe(true);
    const isTaken = answer !== null && !(answer instanceof Error);
    const take = async () => (await other.pool.take(() => true).catch(() => null)) !== null;
    if (!isTaken) await until(take, OUTAGE_PATIENCE_MS);
    await origin.pool.remove(job.id);
  });
});
