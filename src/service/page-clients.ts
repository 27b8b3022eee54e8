import { hasOperatorFile, OPERATOR_FILE } from '../contract/clients/base-address.ts';
import {
  type ClientSettings,
  readOperatorSettings,
  readPageConfig,
} from '../contract/clients/client-settings.ts';
import { inApp } from '../lib/addresses/app-base.ts';
import { AppError, toAppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import {
  type DeployedClients,
  deployedClients,
  setDeployedClients,
  setPageClients,
} from '../storage/settings/settings-store.ts';

/** A slow line has answered by then. */
const MOST_MS = 30_000;

const NONE = {
  clients: { base_addresses: [], key_headers: [], models: {} },
  private_addresses: null,
  server_fetches: false,
  prefers_own_models: false,
};

/** Stores a page's `window.earshotConfig`, or withdraws it (undefined). Throws AppError 400 if it is invalid. */
export async function acceptPageClients(
  page: string,
  written: unknown,
  origin: string,
  isShared = false,
): Promise<ClientSettings | null> {
  return setPageClients(page, written === undefined ? null : readPageConfig(written, origin), isShared);
}

/**
 * The operator's settings, at once if they were read before, and read again. Throws AppError 500 if they never can be.
 */
export async function ensureDeployedClients(origin: string): Promise<DeployedClients> {
  const known = await deployedClients();
  const reading = readAndStore(origin);
  if (!known) return reading;
  reading.catch(console.warn);
  return known;
}

async function readAndStore(origin: string): Promise<DeployedClients> {
  const read = await readFile(origin);
  await setDeployedClients(read);
  return read;
}

async function readFile(origin: string): Promise<DeployedClients> {
  const { response, text } = await fetchFile(origin).catch((cause: unknown) => {
    throw unreadable('it could not be fetched', cause);
  });
  if (!isThere(response, text)) return { ...NONE, fault: null };
  try {
    return { ...readOperatorSettings(JSON.parse(text), origin), fault: null };
  } catch (error) {
    const { message, details } = toAppError(error);
    const fault = `The operator’s ${OPERATOR_FILE} is invalid: ${details?.join('; ') ?? message}.`;
    // Until it is repaired, nothing private is reached either.
    return { ...NONE, private_addresses: false, fault };
  }
}

function isThere(response: Response, text: string): boolean {
  try {
    return hasOperatorFile(response, text);
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error), error);
  }
}

/** Every request of a first visit waits for it, so a server that never answers must not hold them for ever. */
async function fetchFile(origin: string): Promise<{ response: Response; text: string }> {
  const signal = AbortSignal.timeout(MOST_MS);
  const response = await fetch(new URL(inApp(OPERATOR_FILE), origin), { cache: 'no-cache', signal });
  return { response, text: await response.text() };
}

const unreadable = (why: string, cause?: unknown) =>
  new AppError('internal', msg`The operator’s ${OPERATOR_FILE} cannot be read: ${why}.`, { cause });
