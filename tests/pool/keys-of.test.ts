import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { describe, expect, it } from 'vitest';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { keysOf } from '../../src/pool/keys-of.ts';
import { poolLayout } from '../../src/pool/layout.ts';
import { isInterruption } from '../../src/pool/pool-failure.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { accessTo, setUpPool, sleep, until } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';
import { slowLine } from './slow-line.ts';

const KEYS = 50;
const ONE_WAY_MS = 100;

describe.skipIf(!hasNatsServer())('listing what a bucket holds', () => {
  it('gives all of it, or an error, where the line is cut meanwhile', { tags: THOROUGH_TAG }, async () => {
    const broker = await Broker.start();
    await setUpPool(accessTo(broker));
    const line = await slowLine(broker, ONE_WAY_MS);
    const connection = await connectPool(accessTo(line.url), nodeSocket);
    try {
      const client = jetstream(connection, { timeout: 1_000 });
      const bucket = await new Kvm(client).open(poolLayout('team').buckets.windows);
      await Promise.all(Array.from({ length: KEYS }, (_, index) => bucket.put(`job.${index}`, 'window')));
      await keysOf(bucket);
      const begun = performance.now();
      expect(await keysOf(bucket, 'job.*')).toHaveLength(KEYS);
      const whole = performance.now() - begun;
      // While its first keys are on their way: a client that is connected again would take the next heartbeat for their end.
      for (const left of [0.35, 0.7].map((share) => share * ONE_WAY_MS)) {
        const listed = keysOf(bucket, 'job.*').catch((error: unknown) => error);
        await sleep(whole - left);
        line.cut();
        const answer = await listed;
        if (Array.isArray(answer)) expect(answer).toHaveLength(KEYS);
        else expect(isInterruption(answer)).toBe(true);
        await until(() =>
          bucket.get('job.0').then(
            () => true,
            () => false,
          ),
        );
      }
    } finally {
      await connection.close();
      line.close();
      await broker.end();
    }
  });
});
