import { nkeys } from '@nats-io/nats-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberRights } from '../../src/pool/member-rights.ts';
import { Pool } from '../../src/pool/pool.ts';
import { accessTo, results, setUpPool, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';

type Pair = ReturnType<typeof nkeys.createUser>;

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** A JWT as NATS has them: its claims, signed by an NKey of the issuer. */
function jwt(issuer: Pair, subject: Pair, name: string, nats: object, more: object = {}): string {
  const claims = {
    jti: name,
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    name,
    sub: subject.getPublicKey(),
    nats,
    ...more,
  };
  const text = [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims]
    .map((part) => base64Url(JSON.stringify(part)))
    .join('.');
  return `${text}.${base64Url(issuer.sign(new TextEncoder().encode(text)))}`;
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };
const ACCOUNT_LIMITS = {
  ...UNLIMITED,
  ...{ imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
};

/** The text of a .creds file. */
function credentials(account: Pair, name: string, rights: object, more: object = {}): string {
  const user = nkeys.createUser();
  const token = jwt(account, user, name, { ...rights, ...UNLIMITED, type: 'user', version: 2 }, more);
  return `-----BEGIN NATS USER JWT-----
${token}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed()).toString()}
------END USER NKEY SEED------
`;
}

describe.skipIf(!hasNatsServer())('members with JWT credentials', () => {
  const [operator, account, system] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
  const { publish, subscribe } = memberRights('team');
  const least = { pub: { allow: publish }, sub: { allow: subscribe } };
  let broker: Broker;

  beforeAll(async () => {
    const operatorToken = jwt(operator, operator, 'operator', { type: 'operator', version: 2 });
    // JetStream needs an account for the broker itself, which may have none.
    const streams = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
    const accountToken = (pair: Pair, more: object) =>
      jwt(operator, pair, 'account', {
        limits: { ...ACCOUNT_LIMITS, ...more },
        default_permissions: { pub: {}, sub: {} },
        type: 'account',
        version: 2,
      });
    broker = await Broker.start({
      rights: `operator: ${operatorToken}
resolver: MEMORY
system_account: ${system.getPublicKey()}
resolver_preload: {
  ${system.getPublicKey()}: ${accountToken(system, {})}
  ${account.getPublicKey()}: ${accountToken(account, streams)}
}`,
    });
    await setUpPool(accessTo(broker, 'team', credentials(account, 'administrator', {})));
  });

  afterAll(() => broker.end());

  it('offer and run jobs with the least rights', async () => {
    const origin = await WaitingMember.join(accessTo(broker, 'team', credentials(account, 'anna', least)));
    // As a field of a form takes it: without line breaks.
    const pasted = credentials(account, 'ben', least).replaceAll('\n', '');
    const runner = (await WaitingMember.join(accessTo(broker, 'team', pasted))).serve();
    const job = waitingJob([1], new Uint8Array(600_000).fill(5));
    await origin.pool.offer(job);
    expect(await results(origin.pool, [job.id])).toMatchObject([{ by: runner.id, audioBytes: 600_000 }]);
    await runner.leave();
    await origin.leave();
  });

  it.each([
    ['ran out', () => credentials(account, 'anna', least, { exp: 1_700_000_100 })],
    ['another account signed', () => credentials(nkeys.createAccount(), 'anna', least)],
  ])('are refused with credentials that %s, in one sentence', async (_, given) => {
    const facts = { id: 'a', name: 'A', models: [], device: 'wasm' as const };
    const joining = Pool.join(accessTo(broker, 'team', given()), facts, { socket: nodeSocket });
    await expect(joining).rejects.toMatchObject({
      fault: 'credentials',
      message: expect.stringMatching(/^[^\n]*refuses these credentials: [^.\n]*\.$/),
    });
  });
});
