import { nkeys } from '@nats-io/nats-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { accountOf, memberRights } from '../../src/pool/member-rights.ts';
import { Pool } from '../../src/pool/pool.ts';
import { PoolFailure } from '../../src/pool/pool-failure.ts';
import { caseRows } from '../runner/case-rows.ts';
import { sendEverywhere, stateOf, subjectsOf } from './attacks.ts';
import { accessTo, results, setUpPool, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';

const account = (name: string) => {
  const pair = nkeys.createUser();
  return { name, nkey: pair.getPublicKey(), seed: Buffer.from(pair.getSeed()).toString() };
};

describe.skipIf(!hasNatsServer())('members with the least rights', () => {
  const [administrator, first, second] = [account('administrator'), account('first'), account('second')];
  const [theirs, stranger] = [account('administrator'), account('stranger')];
  let broker: Broker;

  beforeAll(async () => {
    const accounts =
      accountOf('team', administrator, [first, second]) + accountOf('others', theirs, [stranger]);
    broker = await Broker.start({ rights: `accounts {\n${accounts}}` });
    await setUpPool(accessTo(broker, 'team', administrator.seed));
    await setUpPool(accessTo(broker, 'others', theirs.seed));
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

  it.each(caseRows<string>(import.meta.url, 'cannotAsk'))('cannot ask for %s', async (subject) => {
    const connection = await connectPool(accessTo(broker, 'team', first.seed), nodeSocket);
    const refusal = await connection.request(subject, '', { timeout: 2_000 }).then(
      () => 'answered',
      (error: unknown) => String(error),
    );
    expect(refusal).toMatch(/permission/i);
    await connection.close();
  });

  /** Sends what changes the pool `others`, where that can be, as a member of `team`; what `others` was before and is then. */
  async function attack(on: Broker, administratorSeed: string, strangerSeed: string) {
    const origin = await WaitingMember.join(accessTo(on, 'others', strangerSeed));
    await origin.pool.offer(waitingJob([1], new Uint8Array(100)));
    // Its own row changes with each beat.
    await origin.leave();
    const connection = await connectPool(accessTo(on, 'team', first.seed), nodeSocket);
    const watcher = await connectPool(accessTo(on, 'others', administratorSeed), nodeSocket);
    const before = await stateOf(watcher, 'others');
    await sendEverywhere(connection, 'team', subjectsOf('others'));
    const after = await stateOf(watcher, 'others').catch((error: unknown) => [String(error)]);
    await watcher.close();
    await connection.close();
    return { before, after };
  }

  it('cannot change another pool of the same broker, where the broker answers or delivers neither', async () => {
    const { before, after } = await attack(broker, theirs.seed, stranger.seed);
    expect(after).toEqual(before);
    const joined = await WaitingMember.join(accessTo(broker, 'others', stranger.seed));
    await joined.leave();
  }, 60_000);

  it('could, if both pools shared an account', async () => {
    const member = ({ nkey }: { nkey: string }, pool: string) => {
      const { publish, subscribe } = memberRights(pool);
      const allow = (subjects: string[]) => `{ allow: ${JSON.stringify(subjects)} }`;
      return `{ nkey: ${nkey}, permissions: { publish: ${allow(publish)}, subscribe: ${allow(subscribe)} } }`;
    };
    const shared = await Broker.start({
      rights: `authorization { users: [
        { nkey: ${administrator.nkey} }, ${member(first, 'team')}, ${member(stranger, 'others')}
      ] }`,
    });
    for (const pool of ['team', 'others']) await setUpPool(accessTo(shared, pool, administrator.seed));
    const { before, after } = await attack(shared, administrator.seed, stranger.seed);
    await shared.end();
    // So the attack is one.
    expect(after).not.toEqual(before);
  }, 60_000);
});
