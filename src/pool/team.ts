import type { KV, KvEntry } from '@nats-io/kv';
import { msg } from '../lib/errors/msg.ts';
import { bytesOf, fromBase64Url, jsonBytes, jsonOf, toBase64Url } from './bytes.ts';
import { isWrongRevision, PoolFailure } from './pool-failure.ts';
import { type TeamRow, teamRow } from './rows.ts';
import { deriveTeamKeys, open, seal, type TeamKeys } from './team-keys.ts';

const KEY = 'team';
const PROOF = 'earshot-pool';
const SALT_BYTES = 16;

/** The keys of the pool's phrase, checked by the first member's proof. Throws PoolFailure for another phrase. */
export async function joinTeam(
  team: KV,
  { phrase, pool }: { phrase: string; pool: string },
): Promise<TeamKeys> {
  const entry = (await readTeamEntry(team)) ?? (await found(team, phrase)) ?? (await readTeamEntry(team));
  if (!entry)
    throw new PoolFailure('interrupted', msg`The pool was removed while this device joined it: try again.`);
  if (!('value' in entry)) return entry.keys;
  const { salt, check } = parsed(entry.value, pool);
  const keys = await deriveTeamKeys(phrase, fromBase64Url(salt));
  try {
    await open(keys.rows, fromBase64Url(check), KEY);
    return keys;
  } catch (cause) {
    throw new PoolFailure(
      'phrase',
      msg`This is not the team phrase of the pool "${pool}": enter the one that its other members use.`,
      { cause },
    );
  }
}

/** What proves the phrase; null if nothing does, because the pool is new or somebody deleted it. */
export async function readTeamEntry(team: KV): Promise<KvEntry | null> {
  const entry = await team.get(KEY);
  return entry?.operation === 'PUT' ? entry : null;
}

function parsed(value: Uint8Array, pool: string): TeamRow {
  let row: unknown;
  try {
    row = jsonOf(value);
  } catch {
    row = null;
  }
  const read = teamRow.safeParse(row);
  if (read.success) return read.data;
  // It is there unsealed, so that anybody with credentials could have written it.
  throw new PoolFailure(
    'phrase',
    typeof row === 'object' && row !== null && 'version' in row
      ? msg`The pool "${pool}" was made by another version of the app: reload the app to update it.`
      : msg`What proves the phrase of the pool "${pool}" is damaged: ask for the pool to be deleted and made anew.`,
  );
}

/** Stores this phrase's proof; null if another member was first. */
async function found(team: KV, phrase: string): Promise<{ keys: TeamKeys } | null> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const keys = await deriveTeamKeys(phrase, salt);
  const check = toBase64Url(await seal(keys.rows, bytesOf(PROOF), KEY));
  try {
    await team.create(KEY, jsonBytes({ version: 1, salt: toBase64Url(salt), check }));
    return { keys };
  } catch (error) {
    if (isWrongRevision(error)) return null;
    throw error;
  }
}
