import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { toErrorData } from '../../src/lib/errors/errors.ts';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { Pool } from '../../src/pool/pool.ts';
import { PoolFailure } from '../../src/pool/pool-failure.ts';
import { createPool } from '../../src/pool/provision.ts';
import { caseRows } from '../runner/case-rows.ts';
import { hasOpenssl, makeCertificates } from './certificates.ts';
import { accessTo, PHRASE, setUpPool, WaitingMember, waitingJob } from './members.ts';
import { Broker, hasNatsServer, nodeSocket, trusting } from './nats-server.ts';

const facts = { id: 'a', name: 'A', models: [], device: 'wasm' as const };

async function failureOf(joining: Promise<unknown>): Promise<PoolFailure> {
  const failure = await joining.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof PoolFailure)) throw failure ?? new Error('It did not fail.');
  // One sentence.
  expect(failure.message).toMatch(/^\S[^\n]*[^.]\.$/);
  // As data, for other languages, also beyond the worker.
  expect(toErrorData(failure).text?.text).not.toMatch(/^\{0\}$/);
  return failure;
}

describe('settings that cannot work', () => {
  const access = { address: 'wss://broker.example', pool: 'team', credentials: '', phrase: PHRASE };

  it.each(caseRows<[string, Record<string, string>, string]>(import.meta.url, 'refused'))(
    'are told without a connection: %s',
    async (_, wrong, told) => {
      const failure = await failureOf(connectPool({ ...access, ...wrong }, nodeSocket));
      expect(failure.fault).toBe('settings');
      expect(failure.message).toContain(told);
    },
  );
});

describe('an open line to a broker', () => {
  it.each(['ws://127.0.0.1:9', 'ws://localhost:9', 'ws://[::1]:9'])(
    'is used within the device: %s',
    async (address) => {
      const access = { address, pool: 'team', credentials: 'anna:secret', phrase: PHRASE };
      const failure = await failureOf(connectPool(access, nodeSocket));
      expect(failure).toMatchObject({
        fault: 'address',
        message: expect.stringContaining('No broker answers'),
      });
    },
  );
});

describe.skipIf(!hasNatsServer())('a pool that cannot be used', () => {
  let broker: Broker;
  let origin: WaitingMember;

  beforeAll(async () => {
    broker = await Broker.start();
    await setUpPool(accessTo(broker));
    await setUpPool(accessTo(broker, 'others'));
    origin = await WaitingMember.join(accessTo(broker));
  });

  afterAll(async () => {
    await origin.leave();
    await broker.end();
  });

  it('tells a wrong address', async () => {
    const access = { ...accessTo(broker), address: 'ws://127.0.0.1:9' };
    const failure = await failureOf(connectPool(access, nodeSocket));
    expect(failure).toMatchObject({ fault: 'address', message: expect.stringContaining('certificate') });
  });

  it.skipIf(!hasOpenssl())(
    'accepts the certificate of an authority that is trusted, and tells one that is not',
    async () => {
      const certificates = makeCertificates();
      const encrypted = await Broker.start({ tls: certificates });
      const access = accessTo(encrypted);
      const refused = await failureOf(connectPool(access, nodeSocket));
      expect(refused).toMatchObject({ fault: 'address', message: expect.stringContaining('certificate') });
      const connection = await connectPool(access, trusting(certificates.ca));
      await createPool(connection, access.pool, { jobs: 10, bytes: 1_000_000, keepDays: 1 });
      await connection.close();
      const pool = await Pool.join(access, facts, { socket: trusting(certificates.ca) });
      expect(pool.isConnected).toBe(true);
      await pool.leave();
      await encrypted.end();
      certificates.remove();
    },
  );

  it('tells a broker that is too old', async () => {
    // No such nats-server can be had: what one says of itself decides.
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (socket) => {
      const say = (line: string) => socket.send(Buffer.from(`${line}\r\n`));
      say('INFO {"server_id":"a","version":"2.8.4","proto":1,"headers":true,"jetstream":true}');
      socket.on('message', (data) => {
        if (String(data).includes('PING')) say('PONG');
      });
    });
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : 0;
    const access = { ...accessTo(broker), address: `ws://127.0.0.1:${port}` };
    const failure = await failureOf(connectPool(access, nodeSocket));
    server.close();
    expect(failure).toMatchObject({
      fault: 'version',
      message: expect.stringMatching(/nats-server 2\.8\.4.*install 2\.9\.4 or newer/),
    });
  });

  it('tells a broker without JetStream', async () => {
    const plain = await Broker.start({ jetstream: false });
    const failure = await failureOf(Pool.join(accessTo(plain), facts, { socket: nodeSocket }));
    await plain.end();
    expect(failure).toMatchObject({ fault: 'jetstream', message: expect.stringContaining('switch it on') });
  });

  it('tells a pool that was never set up', async () => {
    const failure = await failureOf(Pool.join(accessTo(broker, 'nobody'), facts, { socket: nodeSocket }));
    expect(failure).toMatchObject({
      fault: 'absent',
      message: expect.stringContaining('npm run pool -- create'),
    });
  });

  it('tells a wrong phrase before anything is read with it', async () => {
    const access = { ...accessTo(broker), phrase: 'eight quiet herons at dusk' };
    const failure = await failureOf(Pool.join(access, facts, { socket: nodeSocket }));
    expect(failure).toMatchObject({ fault: 'phrase', message: expect.stringContaining('other members use') });
  });

  it('shows the broker and another pool sizes and times alone', async () => {
    const secret = 'The herons sold the lake on Tuesday.';
    const recording = new TextEncoder().encode(secret.repeat(20_000));
    const job = { ...waitingJob([1], recording), title: 'herons.wav' };
    await origin.pool.offer({ ...job, spec: { windows: [1], told: secret } });
    const worker = (await WaitingMember.join(accessTo(broker), { name: 'Heron laptop' })).serve();
    await expect.poll(() => origin.pool.jobs.rows.get(job.id)?.row.state, { timeout: 15_000 }).toBe('done');
    await worker.leave();
    const stored = broker.readStore();
    // What is stored is read at all.
    expect(stored).toContain(job.id);
    for (const text of ['heron', 'Heron', 'Tuesday', 'stt-1', '"windows"', 'words', 'de any', PHRASE]) {
      expect(stored.includes(text), text).toBe(false);
    }
    const stranger = await WaitingMember.join(accessTo(broker, 'others'));
    expect(stranger.pool.jobs.rows.size).toBe(0);
    expect(await stranger.pool.outcome(job.id)).toBeNull();
    await stranger.leave();
    await origin.pool.remove(job.id);
  });

  it('keeps the job at its origin when the queue or the store is full', async () => {
    await setUpPool(accessTo(broker, 'small'), { jobs: 1, bytes: 400_000, keepDays: 1 });
    const member = await WaitingMember.join(accessTo(broker, 'small'));
    await member.pool.offer(waitingJob([1]));
    const queue = await failureOf(member.pool.offer(waitingJob([1])));
    expect(queue).toMatchObject({ fault: 'full', message: expect.stringContaining('stays on this device') });
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    const recording = new Uint8Array(600_000).map((_, index) => noise[index % 60_000] ?? 0);
    const store = await failureOf(member.pool.offer(waitingJob([1], recording)));
    expect(store.fault).toBe('full');
    // Nothing of it remains in the pool.
    expect(await member.pool.countStored()).toMatchObject({ messages: 1, pieces: 1 });
    expect(member.pool.jobs.rows.size).toBe(1);
    await member.leave();
  });
});
