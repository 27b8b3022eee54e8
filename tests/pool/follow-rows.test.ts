import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { describe, expect, it } from 'vitest';
import { z } from '../../src/lib/zod.ts';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { FollowedRows } from '../../src/pool/follow-rows.ts';
import { poolLayout } from '../../src/pool/layout.ts';
import { SealedRows } from '../../src/pool/sealed-bucket.ts';
import { accessTo, setUpPool } from './members.ts';
import { Broker, hasNatsServer, nodeSocket } from './nats-server.ts';
import { slowLine } from './slow-line.ts';

const ROWS = 20;

describe.skipIf(!hasNatsServer())('following the rows of a bucket', () => {
  it('has begun when every row that was there is read, also over a slow line', async () => {
    const broker = await Broker.start();
    await setUpPool(accessTo(broker));
    const line = await slowLine(broker, 100);
    const connection = await connectPool(accessTo(line.url), nodeSocket);
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    try {
      const bucket = await new Kvm(jetstream(connection)).open(poolLayout('team').buckets.jobs);
      const sealed = new SealedRows(bucket, 'job', z.object({ name: z.string() }), key);
      const ids = Array.from({ length: ROWS }, (_, index) => `row-${index}`);
      await Promise.all(ids.map((id) => sealed.write(id, { name: id }, 0)));
      await bucket.purge('job.row-0');
      const followed = new FollowedRows(bucket, 'job', sealed, () => undefined);
      await followed.start();
      expect([...followed.rows.keys()].sort()).toEqual(ids.slice(1).sort());
      followed.stop();
    } finally {
      await connection.close();
      line.close();
      await broker.end();
    }
  });
});
