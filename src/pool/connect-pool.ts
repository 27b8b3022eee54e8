import {
  type Authenticator,
  type ConnectionOptions,
  jwtAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
  type WsConnectionOptions,
  wsconnect,
} from '@nats-io/nats-core';
import { isPrivateAddress } from '../lib/addresses/private-address.ts';
import { type Message, msg } from '../lib/errors/msg.ts';
import { type PhraseWeakness, weaknessOf } from '../lib/phrase-strength.ts';
import { z } from '../lib/zod.ts';
import { bytesOf } from './bytes.ts';
import { POOL_NAME, poolLayout } from './layout.ts';
import { noBroker, noJetStream, PoolFailure, toPoolFailure } from './pool-failure.ts';

/** What a team gives its members. */
export const poolAccess = z.object({
  /** `wss://…`; several brokers of a cluster separated by commas. */
  address: z.string().min(1),
  pool: z.string().regex(POOL_NAME),
  /** An NKey seed, the text of a .creds file, `user:password`, or nothing for a broker that asks for nothing. */
  credentials: z.string(),
  phrase: z.string(),
});

export type PoolAccess = z.infer<typeof poolAccess>;

/** The consumer API that members use came with it. */
const OLDEST_SERVER = '2.9.4';

const PING_MS = 25_000;
const TIMEOUT_MS = 10_000;

const ADVICE = msg`use at least four unusual words that do not belong together, or a suggested phrase`;
const WEAK: Record<PhraseWeakness, Message> = {
  short: msg`The team phrase is easily guessed, because it has fewer than 12 characters: ${ADVICE}.`,
  repeats: msg`The team phrase is easily guessed, because it repeats characters or follows a row of them: ${ADVICE}.`,
  'few-words': msg`The team phrase is easily guessed, because it has too few words, or common ones alone: ${ADVICE}.`,
};

/** For realms without a WebSocket of their own. */
export type SocketFactory = NonNullable<WsConnectionOptions['wsFactory']>;

/** Connects to a broker that can serve a pool, for ever. Throws PoolFailure with one sentence that says what to do. */
export async function connectPool(access: PoolAccess, socket?: SocketFactory): Promise<NatsConnection> {
  const weakness = weaknessOf(access.phrase);
  if (weakness !== null) {
    // Whatever its derivation costs: the broker, and an attacker with its disk, can guess for years.
    throw new PoolFailure('settings', WEAK[weakness]);
  }
  return connectBroker(access, socket);
}

/** The same for an administrator, who sets up pools and reads none. */
export async function connectBroker(
  access: Omit<PoolAccess, 'phrase'>,
  socket?: SocketFactory,
): Promise<NatsConnection> {
  const { address, pool } = checked(access);
  let connection: NatsConnection;
  try {
    const options: ConnectionOptions & WsConnectionOptions = {
      servers: address.split(',').map((server) => server.trim()),
      authenticator: authenticators(access.credentials),
      inboxPrefix: poolLayout(pool).inbox,
      pingInterval: PING_MS,
      maxPingOut: 2,
      timeout: TIMEOUT_MS,
      maxReconnectAttempts: -1,
      // A broker that restarts may refuse everybody for a moment.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 2_000,
      // The brokers that were named, and no others that one of them lists.
      ignoreClusterUpdates: true,
      ...(socket && { wsFactory: socket }),
    };
    connection = await wsconnect(options);
  } catch (error) {
    const failure = toPoolFailure(error, access);
    throw failure.fault === 'interrupted' ? noBroker(address, error) : failure;
  }
  try {
    checkServer(connection, address);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Throws PoolFailure for settings that cannot work whatever the broker says. */
function checked(access: Omit<PoolAccess, 'phrase'>): Omit<PoolAccess, 'phrase'> {
  const fail = (text: Message) => {
    throw new PoolFailure('settings', text);
  };
  if (!access.address.split(',').every((address) => /^wss?:\/\/[^\s/]/.test(address.trim()))) {
    fail(msg`"${access.address}" is not the address of a broker: enter one that begins with wss://.`);
  }
  const open = access.address.split(',').find((address) => isOpenToOthers(address.trim()));
  if (open !== undefined) {
    fail(
      msg`The connection to ${open.trim()} would not be encrypted, so that others could read the credentials: use wss://, or a broker in your own network.`,
    );
  }
  if (!POOL_NAME.test(access.pool)) {
    fail(msg`"${access.pool}" cannot name a pool: use small letters, digits and hyphens.`);
  }
  return access;
}

/** Whether a connection would cross networks of others unencrypted. */
function isOpenToOthers(address: string): boolean {
  if (address.startsWith('wss:')) return false;
  // No such address is reached at all.
  return !URL.canParse(address) || !isPrivateAddress(address);
}

function checkServer(connection: NatsConnection, address: string): void {
  const { info } = connection;
  const version = info?.version ?? '0.0.0';
  if (isOlder(version, OLDEST_SERVER)) {
    throw new PoolFailure(
      'version',
      msg`The broker at ${address} is nats-server ${version}, which is too old: install ${OLDEST_SERVER} or newer.`,
    );
  }
  if (info?.jetstream !== true) throw noJetStream(address);
}

/** Whether a version such as 2.9.10 comes before another one. */
function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => text.split(/[.-]/).map(Number));
  for (const [place, wanted] of (theirs ?? []).entries()) {
    const have = ours?.[place] ?? 0;
    if (have !== wanted) return have < wanted;
  }
  return false;
}

function authenticators(credentials: string): Authenticator[] {
  const text = credentials.trim();
  if (text === '') return [];
  // Fields of forms take the line breaks out of what is pasted, which the library's own reader needs.
  const token = /-----BEGIN NATS USER JWT-----\s*([\w.-]+?)\s*-+END NATS USER JWT-/.exec(text)?.[1];
  const seed = /SU[A-Z2-7]{56}/.exec(text)?.[0];
  if (token && seed) return [jwtAuthenticator(token, bytesOf(seed))];
  if (/^SU[A-Z2-7]{56}$/.test(text)) return [nkeyAuthenticator(bytesOf(text))];
  const colon = text.indexOf(':');
  if (colon > 0) return [usernamePasswordAuthenticator(text.slice(0, colon), text.slice(colon + 1))];
  throw new PoolFailure(
    'settings',
    msg`The credentials are neither an NKey seed (SU…), nor the text of a .creds file, nor user:password: copy them again.`,
  );
}
