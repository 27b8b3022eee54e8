import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { Pool } from '../../src/pool/pool.ts';
import type { PoolFailure } from '../../src/pool/pool-failure.ts';
import { createPool, deletePool } from '../../src/pool/provision.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { accessTo, SHORT_TIMES, setUpPool, until, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';
import { RawMember } from './raw-member.ts';

const OTHER_PHRASE = 'nine loud cormorants before dawn';

describe.skipIf(!hasNatsServer())('a pool that is deleted or made anew under connected members', () => {
  let broker: Broker;
  let told: PoolFailure[];
  let pool: Pool;

  beforeAll(async () => {
    broker = await Broker.start();
  });
  afterAll(() => broker.end());

  beforeEach(async () => {
    await setUpPool(accessTo(broker));
    told = [];
    pool = await Pool.join(
      accessTo(broker),
      { id: crypto.randomUUID(), name: 'Member', models: [], device: 'wasm' },
      { times: SHORT_TIMES, socket: nodeSocket, onEnded: (failure) => told.push(failure) },
    );
  });

  const administer = async (
    change: (connection: Awaited<ReturnType<typeof connectPool>>) => Promise<void>,
  ) => {
    const connection = await connectPool(accessTo(broker), nodeSocket);
    await change(connection);
    await connection.close();
  };
  const remake = () =>
    administer(async (connection) => {
      await deletePool(connection, 'team');
      await createPool(connection, 'team', { jobs: 10, bytes: 10_000_000, keepDays: 1 });
    });
  const join = (phrase: string) => WaitingMember.join({ ...accessTo(broker), phrase });

  it('is noticed and told once; the members leave it and can join again', async () => {
    const job = waitingJob([1]);
    await pool.offer(job);
    await remake();
    await until(() => told.length > 0, 5_000);
    // Who asks in the moment between finds none.
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toMatch(/The pool "team" was made anew|has no pool "team"/);
    expect(pool.connection.isClosed()).toBe(true);
    // The same phrase holds: the first to come decides.
    const [again, other] = [
      await join(accessTo(broker).phrase),
      (await join(accessTo(broker).phrase)).serve(),
    ];
    await again.pool.offer(job);
    await until(() => again.pool.jobs.rows.get(job.id)?.row.state === 'done');
    expect(other.began).toEqual([job.id]);
    await again.leave();
    await other.leave();
    // Leaving what has ended is no failure.
    await pool.leave();
    await administer((connection) => deletePool(connection, 'team'));
  });

  it('asks for the phrase where the new one has another', { tags: THOROUGH_TAG }, async () => {
    await remake();
    const founder = await join(OTHER_PHRASE);
    await until(() => told.length > 0, 5_000);
    await expect(join(accessTo(broker).phrase)).rejects.toMatchObject({
      fault: 'phrase',
      message: expect.stringContaining('enter the one that its other members use'),
    });
    await founder.leave();
    await administer((connection) => deletePool(connection, 'team'));
  });

  it('is told as deleted where it is not made again', async () => {
    await administer((connection) => deletePool(connection, 'team'));
    await until(() => told.length > 0, 10_000);
    expect(told).toMatchObject([{ fault: 'absent', message: expect.stringContaining('has no pool "team"') }]);
  });

  it('is noticed where only its phrase was replaced, and says so to who joins where that is damaged', async () => {
    const vandal = await RawMember.connect(accessTo(broker));
    await vandal.spoil('team', 'team');
    await until(() => told.length > 0, 5_000);
    await expect(join(accessTo(broker).phrase)).rejects.toMatchObject({
      fault: 'phrase',
      message: expect.stringContaining('is damaged'),
    });
    const team = await vandal.bucket('team');
    await team.put('team', JSON.stringify({ version: 2, salt: 'AAAA' }));
    await expect(join(accessTo(broker).phrase)).rejects.toMatchObject({
      message: expect.stringContaining('another version of the app'),
    });
    await team.delete('team');
    await (await join(accessTo(broker).phrase)).leave();
    await vandal.close();
    await administer((connection) => deletePool(connection, 'team'));
  });
});
