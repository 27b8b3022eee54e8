import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nkeys } from '@nats-io/nats-core';
import { WebSocket } from 'ws';
import { connectBroker } from '../pool/connect-pool.ts';
import { POOL_NAME } from '../pool/layout.ts';
import { type Account, authorizationOf } from '../pool/member-rights.ts';
import { createPool, deletePool, POOL_LIMITS } from '../pool/provision.ts';

const USAGE = `Usage: npm run pool -- accounts --pool NAME --members A,B,C --out DIR
       npm run pool -- create --pool NAME --address wss://BROKER --credentials FILE [--jobs N] [--gigabytes N] [--days N]
       npm run pool -- delete --pool NAME --address wss://BROKER --credentials FILE

accounts  makes an NKey for an administrator and for each member, writes the seeds to DIR/NAME.seed, and the part of
          nats-server's configuration that gives each the least rights to DIR/authorization.conf
create    makes the pool's stream and buckets, with the administrator's seed; what exists is left as it is
delete    deletes the pool with all its jobs

docs/pool.md tells how to set up the broker.`;

const ACTIONS = ['accounts', 'create', 'delete'] as const;

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pool: { type: 'string', default: 'team' },
      members: { type: 'string', default: '' },
      out: { type: 'string', default: '.' },
      address: { type: 'string', default: '' },
      credentials: { type: 'string' },
      jobs: { type: 'string', default: String(POOL_LIMITS.jobs) },
      gigabytes: { type: 'string', default: String(POOL_LIMITS.bytes / 2 ** 30) },
      days: { type: 'string', default: String(POOL_LIMITS.keepDays) },
    },
  });
  const action = ACTIONS.find((known) => known === positionals[0]);
  if (!action || !POOL_NAME.test(values.pool)) throw new Error(USAGE);
  return { action, ...values };
}

type CommandLine = ReturnType<typeof readCommandLine>;

function makeAccounts({ pool, members, out }: CommandLine): void {
  const names = members.split(',').map((name) => name.trim());
  if (names.some((name) => !/^[\w.-]+$/.test(name))) {
    throw new Error('--members must be names of letters, digits, dots and hyphens, separated by commas.');
  }
  mkdirSync(out, { recursive: true });
  const account = (name: string): Account => {
    const pair = nkeys.createUser();
    // Fails if the file exists: nobody's credentials are replaced by accident.
    writeFileSync(join(out, `${name}.seed`), `${Buffer.from(pair.getSeed()).toString()}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    return { name, nkey: pair.getPublicKey() };
  };
  const administrator = account('administrator');
  const listed = names.map(account);
  writeFileSync(join(out, 'authorization.conf'), authorizationOf(pool, administrator, listed), {
    flag: 'wx',
  });
  console.log(`Wrote ${names.length + 1} seeds and authorization.conf to ${out}.`);
}

async function change({
  action,
  pool,
  address,
  credentials,
  jobs,
  gigabytes,
  days,
}: CommandLine): Promise<void> {
  const text = credentials === undefined ? '' : readFileSync(credentials, 'utf8');
  const access = { address, pool, credentials: text };
  const connection = await connectBroker(access, (url) => {
    const socket: unknown = new WebSocket(url);
    return Promise.resolve({ socket: socket as globalThis.WebSocket, encrypted: url.startsWith('wss:') });
  });
  try {
    if (action === 'delete') await deletePool(connection, pool);
    else {
      const limits = { jobs: Number(jobs), bytes: Number(gigabytes) * 2 ** 30, keepDays: Number(days) };
      await createPool(connection, pool, limits);
    }
    console.log(`The pool "${pool}" ${action === 'delete' ? 'was deleted' : 'is set up'}.`);
  } finally {
    await connection.close();
  }
}

async function main(): Promise<void> {
  const commandLine = readCommandLine();
  if (commandLine.action === 'accounts') makeAccounts(commandLine);
  else await change(commandLine);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
