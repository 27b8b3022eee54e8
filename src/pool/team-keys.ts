import { argon2id } from 'hash-wasm';
import { type Bytes, bytesOf, toBase64Url } from './bytes.ts';

/** Argon2id (RFC 9106): 64 MiB and three passes, about half a second, so that a stolen row is slow to guess from. */
const SLOW = { memorySize: 64 * 1024, iterations: 3, parallelism: 1, hashLength: 32 } as const;

const NONCE_BYTES = 12;

/** What a team's phrase gives. */
export interface TeamKeys {
  /** Seals the rows of jobs, leases and members. */
  rows: CryptoKey;
  /** Names capabilities, so that the broker learns neither languages nor models. */
  names: CryptoKey;
}

/** The last derivation, for a member that joins again. */
let derived: { from: string; keys: Promise<TeamKeys> } | null = null;

/** The keys of a phrase; the same for every member. Takes about half a second and 64 MiB. */
export function deriveTeamKeys(phrase: string, salt: Uint8Array): Promise<TeamKeys> {
  const from = `${toBase64Url(salt)} ${phrase}`;
  if (derived?.from !== from) derived = { from, keys: deriveSlowly(phrase, salt) };
  return derived.keys;
}

async function deriveSlowly(phrase: string, salt: Uint8Array): Promise<TeamKeys> {
  const password = phrase.normalize('NFKC').trim();
  const secret = await argon2id({ ...SLOW, password, salt, outputType: 'binary' });
  const master = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey']);
  return { rows: await sealingKey(master, 'rows'), names: await namingKey(master, 'names') };
}

/** Keys of one job, from its 32 random bytes. */
export interface JobKeys {
  pieces: CryptoKey;
  nonces: CryptoKey;
}

export const newJobSecret = (): Bytes => crypto.getRandomValues(new Uint8Array(32));

export async function deriveJobKeys(secret: Bytes): Promise<JobKeys> {
  const master = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return { pieces: await sealingKey(master, 'pieces'), nonces: await namingKey(master, 'nonces') };
}

const hkdf = (use: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(0),
  info: bytesOf(`earshot-pool/${use}`),
});

const sealingKey = (master: CryptoKey, use: string) =>
  crypto.subtle.deriveKey(hkdf(use), master, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

const namingKey = (master: CryptoKey, use: string) =>
  crypto.subtle.deriveKey(hkdf(use), master, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']);

/** A name of 16 characters that says nothing without the key. */
export async function opaqueName(key: CryptoKey, text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text)));
  return toBase64Url(digest.subarray(0, 12));
}

/** Seals bytes with AES-GCM for a `place`, elsewhere than which they do not open: a broker cannot swap rows. */
export async function seal(
  key: CryptoKey,
  plain: Bytes,
  place: string,
  nonce = randomNonce(),
): Promise<Bytes> {
  const options = { name: 'AES-GCM', iv: nonce, additionalData: bytesOf(place) };
  const cipher = new Uint8Array(await crypto.subtle.encrypt(options, key, plain));
  const sealed = new Uint8Array(NONCE_BYTES + cipher.length);
  sealed.set(nonce);
  sealed.set(cipher, NONCE_BYTES);
  return sealed;
}

const randomNonce = () => crypto.getRandomValues(new Uint8Array(NONCE_BYTES));

/** Opens what `seal` sealed. Throws an OperationError for another key, another place or changed bytes. */
export async function open(key: CryptoKey, sealed: Uint8Array, place: string): Promise<Bytes> {
  const bytes = new Uint8Array(sealed);
  const iv = bytes.subarray(0, NONCE_BYTES);
  const options = { name: 'AES-GCM', iv, additionalData: bytesOf(place) };
  return new Uint8Array(await crypto.subtle.decrypt(options, key, bytes.subarray(NONCE_BYTES)));
}

/**
 * A nonce made of what it seals: an interrupted upload has the same bytes again, and different pieces never share one.
 */
export async function contentNonce(keys: JobKeys, plain: Bytes, place: string): Promise<Bytes> {
  const digest = await crypto.subtle.digest('SHA-256', plain);
  const named = new Uint8Array([...new Uint8Array(digest), ...bytesOf(place)]);
  const mac = await crypto.subtle.sign('HMAC', keys.nonces, named);
  return new Uint8Array(mac).slice(0, NONCE_BYTES);
}
