import { noBrokerAnswers } from '../contract/realms/pool-view.ts';
import { AppError } from '../lib/errors/errors.ts';
import { type Message, msg } from '../lib/errors/msg.ts';
import { Unreadable } from './unreadable.ts';

/** Why a pool cannot be used. */
export type PoolFault =
  | 'address'
  | 'rights'
  | 'credentials'
  | 'jetstream'
  | 'version'
  | 'absent'
  | 'full'
  | 'phrase'
  | 'settings'
  | 'interrupted'
  | 'gone'
  | 'remade';

/** A failure of the pool: one sentence for people that says what to do. Jobs remain with their origin. */
export class PoolFailure extends AppError {
  constructor(
    readonly fault: PoolFault,
    text: Message,
    { cause }: { cause?: unknown } = {},
  ) {
    super('internal', text, { cause });
  }
}

/** Codes of the broker's API (nats-server, `errors.json`). */
const NO_JETSTREAM = new Set([10039, 10076]);
const NOT_READY = new Set([10008, ...NO_JETSTREAM]);
const AWAY = new Set([
  'TimeoutError',
  'RequestError',
  'NoResponders',
  'ConnectionError',
  'JetStreamNotEnabled',
]);
/** What a broker that is being stopped says to those that are reading. */
const GOING = /server shutdown|leadership change/i;
const NOT_FOUND = new Set([10059, 10014]);
const FULL = new Set([10002, 10023, 10028, 10047, 10074, 10077, 10110]);

/** The broker refuses a write because somebody else wrote first. */
export const isWrongRevision = (error: unknown): boolean => [10071, 10164].includes(codeOf(error));

/** The broker is away, or has just come back and is not ready: the same may work in a moment. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Error &&
  (AWAY.has(error.name) || NOT_READY.has(codeOf(error)) || GOING.test(error.message)) &&
  !/permission/i.test(`${error.message} ${error.cause}`);

/** The broker answered, but what it has is not what was written there. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  !isInterruption(error) &&
  !NOT_FOUND.has(codeOf(error)) &&
  !(error instanceof Unreadable && error.reason === 'version') &&
  // Failures of a connection that this member closed, or of a job that it no longer has, are no damage.
  !/Connection|Abort/.test(error.name);

/** A stream of this name exists, with another configuration. */
export const isOtherwise = (error: unknown): boolean => codeOf(error) === 10058;

function codeOf(error: unknown): number {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'number' ? code : 0;
}

/** What happened, and what to do, in one sentence. Errors that are no fault of the pool's set-up are `interrupted`. */
export function toPoolFailure(
  error: unknown,
  { address, pool }: { address: string; pool: string },
): PoolFailure {
  if (error instanceof PoolFailure) return error;
  const reported = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const fail = (fault: PoolFault, text: Message) => new PoolFailure(fault, text, { cause: error });
  const code = codeOf(error);
  if (/PermissionViolation|permissions violation/i.test(reported)) {
    return fail(
      'rights',
      msg`The broker refuses this member a right that the pool "${pool}" needs: ask for credentials of this pool (npm run pool -- accounts).`,
    );
  }
  if (
    /AuthorizationError|authorization violation|authentication (expired|revoked)|UserAuthenticationExpired/i.test(
      reported,
    )
  ) {
    return fail(
      'credentials',
      msg`The broker at ${address} refuses these credentials: enter those that were made for this member, or ask for new ones.`,
    );
  }
  if (NO_JETSTREAM.has(code) || /JetStreamNotEnabled|jetstream (is )?not enabled/i.test(reported))
    return noJetStream(address, error);
  if (NOT_FOUND.has(code) || /stream not found|consumer not found/i.test(reported)) {
    return fail(
      'absent',
      msg`The broker has no pool "${pool}": check the name, or set it up with npm run pool -- create.`,
    );
  }
  if (
    FULL.has(code) ||
    /maximum (messages|bytes)|insufficient (storage )?resources|resource limits exceeded/i.test(reported)
  ) {
    return fail(
      'full',
      msg`The pool "${pool}" is full, so the job stays on this device: wait until jobs have ended, or raise the limits of its streams.`,
    );
  }
  if (
    /ConnectionError|CONNECTION_REFUSED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|unexpected response|invalid url|certificate|self-signed|TLS/i.test(
      reported,
    )
  ) {
    return noBroker(address, error);
  }
  return fail(
    'interrupted',
    msg`The connection to the pool was interrupted: wait until it is back (${reported}).`,
  );
}

export const noBroker = (address: string, cause?: unknown): PoolFailure =>
  new PoolFailure('address', noBrokerAnswers(address), { cause });

export const noJetStream = (address: string, cause?: unknown): PoolFailure =>
  new PoolFailure(
    'jetstream',
    msg`The broker at ${address} has JetStream switched off: switch it on in its configuration (jetstream { … }) and for this account.`,
    { cause },
  );
