import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nkeys } from '@nats-io/nats-core';
import { WebSocket } from 'ws';
import { verbatim } from '../lib/errors/msg.ts';
import { suggestPhrase } from '../lib/phrase-strength.ts';
import {
  type Account,
  accountOf,
  connectBroker,
  createPool,
  deletePool,
  POOL_LIMITS,
  POOL_NAME,
  PoolFailure,
  toPoolFailure,
} from '../pool/index.ts';
import { readGiven } from './command/given-files.ts';
import { sayFailure } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { typedAs } from './installation.ts';

/** Left out by .gitignore and .dockerignore. */
const ACCOUNTS = 'pool-accounts';

const USAGE = `Usage: ${typedAs('pool')} accounts --pool NAME --members A,B,C [--out DIR]
       ${typedAs('pool')} create --pool NAME --address wss://BROKER --credentials FILE [--jobs N] [--gigabytes N] [--days N]
       ${typedAs('pool')} delete --pool NAME --address wss://BROKER --credentials FILE

accounts  makes an NKey for an administrator and for each member, and a team phrase; writes the seeds to DIR/NAME.seed,
          the phrase to DIR/phrase.txt, and the pool's account of nats-server's configuration, with the least rights for
          each, to DIR/account.conf. DIR is ${ACCOUNTS}/POOL unless --out names another. What exists is kept: to add or
          revoke members, name all who remain
create    makes the pool's stream and buckets, with the administrator's seed, or changes the limits of those that exist
delete    deletes the pool with all its jobs

--ca FILE  certificate (PEM) of the authority that signed the broker's, where this machine does not trust it

docs/pool.md says how to set up the broker.`;

const ACTIONS = ['accounts', 'create', 'delete'] as const;

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pool: { type: 'string', default: 'team' },
      members: { type: 'string', default: '' },
      out: { type: 'string' },
      address: { type: 'string', default: '' },
      credentials: { type: 'string' },
      ca: { type: 'string' },
      jobs: { type: 'string', default: String(POOL_LIMITS.jobs) },
      gigabytes: { type: 'string', default: String(POOL_LIMITS.bytes / 2 ** 30) },
      days: { type: 'string', default: String(POOL_LIMITS.keepDays) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const action = ACTIONS.find((known) => known === positionals[0]);
  if (!action || !POOL_NAME.test(values.pool)) throw new UsageError(USAGE);
  return { action, ...values };
}

type CommandLine = NonNullable<ReturnType<typeof readCommandLine>>;

function makeAccounts({ pool, members, out = join(ACCOUNTS, pool) }: CommandLine): void {
  const names = members.split(',').map((name) => name.trim());
  if (names.some((name) => !/^[\w.-]+$/.test(name))) {
    throw new UsageError(
      '--members must be names of letters, digits, dots and hyphens, separated by commas.',
    );
  }
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const administrator = accountIn(out, 'administrator');
  const listed = names.map((name) => accountIn(out, name));
  const phrase = secretIn(out, 'phrase.txt', suggestPhrase);
  writeFileSync(join(out, 'account.conf'), accountOf(pool, administrator, listed));
  const made = [administrator, ...listed].filter(({ isNew }) => isNew).length;
  console.log(
    `${out} has account.conf, ${names.length + 1} seeds, ${made} of them new, and phrase.txt${phrase.isNew ? ', a new phrase' : ''}.`,
  );
  console.log(
    out.startsWith(ACCOUNTS)
      ? 'Seeds and phrase are secret. Git and Docker leave this folder out.'
      : `Seeds and phrase are secret: keep this folder out of version control and images, as ${ACCOUNTS} is.`,
  );
}

/** The account of a seed that is there, or of a new one. */
function accountIn(folder: string, name: string): Account & { isNew: boolean } {
  const { text, isNew } = secretIn(folder, `${name}.seed`, () =>
    Buffer.from(nkeys.createUser().getSeed()).toString(),
  );
  return { name, nkey: nkeys.fromSeed(Buffer.from(text)).getPublicKey(), isNew };
}

/** A secret that is there, or a new one, that nobody but the owner of its file may read. */
function secretIn(folder: string, name: string, make: () => string): { text: string; isNew: boolean } {
  const path = join(folder, name);
  if (existsSync(path)) {
    chmodSync(path, 0o600);
    return { text: readFileSync(path, 'utf8').trim(), isNew: false };
  }
  const text = make();
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return { text, isNew: true };
}

async function change({ action, pool, address, credentials, ca, ...limits }: CommandLine): Promise<void> {
  const text = credentials === undefined ? '' : readGiven('--credentials', credentials);
  const trusted = ca === undefined ? undefined : { ca: readGiven('--ca', ca) };
  const access = { address, pool, credentials: text };
  try {
    const connection = await connectBroker(access, (url) => {
      const socket: unknown = new WebSocket(url, trusted);
      return Promise.resolve({ socket: socket as globalThis.WebSocket, encrypted: url.startsWith('wss:') });
    });
    try {
      if (action === 'delete') await deletePool(connection, pool);
      else await createPool(connection, pool, limitsOf(limits));
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw errorOf(toPoolFailure(error, access));
  }
  console.log(`The pool "${pool}" ${action === 'delete' ? 'was deleted' : 'is set up'}.`);
}

function limitsOf({ jobs, gigabytes, days }: { jobs: string; gigabytes: string; days: string }) {
  const [count, size, age] = [jobs, gigabytes, days].map(Number);
  if (!count || !size || !age || count < 0 || size < 0 || age < 0) {
    throw new PoolFailure('settings', verbatim('--jobs, --gigabytes and --days must be numbers above 0.'));
  }
  return { jobs: count, bytes: Math.round(size * 2 ** 30), keepDays: age };
}

/** The failure, as it is said to an administrator. */
function errorOf(failure: PoolFailure): Error {
  if (failure.fault === 'rights') {
    return new Error(
      'These credentials may not make or delete streams: give the seed of the administrator with --credentials.',
    );
  }
  if (failure.fault === 'address' && isRefusedCertificate(failure.cause)) {
    return new Error('The certificate of the broker is not trusted: give that of its authority with --ca.');
  }
  if (failure.fault === 'full') {
    return new Error(
      'The broker has less room than the pool would reserve: raise max_file_store in its configuration, or give fewer --gigabytes.',
    );
  }
  return failure;
}

const isRefusedCertificate = (cause: unknown): boolean =>
  cause instanceof Error &&
  (/certificate|self-signed/i.test(cause.message) || isRefusedCertificate(cause.cause));

async function main(): Promise<void> {
  const commandLine = readCommandLine();
  if (commandLine === null) console.log(USAGE);
  else if (commandLine.action === 'accounts') makeAccounts(commandLine);
  else await change(commandLine);
}

main().catch(sayFailure);
