import { nkeys } from '@nats-io/nats-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { authorizationOf } from '../../src/pool/member-rights.ts';
import { Pool } from '../../src/pool/pool.ts';
import { PoolFailure } from '../../src/pool/pool-failure.ts';
import { accessTo, results, setUpPool, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';

const account = (name: string) => {
  const pair = nkeys.createUser();
  return { name, nkey: pair.getPublicKey(), seed: Buffer.from(pair.getSeed()).toString() };
};

describe.skipIf(!hasNatsServer())('members with the least rights', () => {
  const [administrator, first, second] = [account('administrator'), account('first'), account('second')];
  let broker: Broker;

  beforeAll(async () => {
    broker = await Broker.start({ rights: authorizationOf('team', administrator, [first, second]) });
    await setUpPool(accessTo(broker, 'team', administrator.seed));
    await setUpPool(accessTo(broker, 'others', administrator.seed));
  });

  afterAll(() => broker.end());

  it('offer, run, resume and remove jobs', async () => {
    const origin = await WaitingMember.join(accessTo(broker, 'team', first.seed));
    const leaving = (
      await WaitingMember.join(accessTo(broker, 'team', second.seed), { slowness: 50 })
    ).serve();
    const job = waitingJob([1, 100], new Uint8Array(700_000).fill(3));
    await origin.pool.offer(job);
    await expect.poll(() => origin.pool.leases.rows.get(job.id)?.row.furthest, { timeout: 15_000 }).toBe(1);
    await leaving.leave();
    const heir = (await WaitingMember.join(accessTo(broker, 'team', second.seed))).serve();
    expect(await results(origin.pool, [job.id])).toMatchObject([
      { by: heir.id, resumed: 1, audioBytes: 700_000 },
    ]);
    await origin.pool.remove(job.id);
    expect(await origin.pool.countStored()).toMatchObject({ pieces: 0, windows: 0, messages: 0 });
    await heir.leave();
    await origin.leave();
  });

  it.each([
    ['join another pool', (member: string) => accessTo(broker, 'others', member)],
    ['join without credentials', () => accessTo(broker)],
    ['join with credentials that were revoked', () => accessTo(broker, 'team', account('former').seed)],
  ])('cannot %s', async (_, access) => {
    const joining = Pool.join(
      access(first.seed),
      { id: 'a', name: 'A', models: [], device: 'wasm' },
      { socket: nodeSocket },
    );
    const failure = await joining.then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(PoolFailure);
    expect(failure).toMatchObject({ fault: expect.stringMatching(/^(rights|credentials)$/) });
    // One sentence that says what to do.
    expect(failure).toMatchObject({ message: expect.stringMatching(/^\S[^\n]*: [^.\n]*ask for[^.\n]*\.$/) });
  });

  it.each([
    '$JS.API.STREAM.DELETE.JOBS_team',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.PURGE.KV_team_jobs',
    '$JS.API.STREAM.MSG.GET.KV_others_jobs',
    '$JS.API.CONSUMER.MSG.NEXT.JOBS_others.a',
    'jobs.others.a',
  ])('cannot ask for %s', async (subject) => {
    const connection = await connectPool(accessTo(broker, 'team', first.seed), nodeSocket);
    const refusal = await connection.request(subject, '', { timeout: 2_000 }).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    expect(refusal).toMatch(/permission/i);
    await connection.close();
  });
});
