import { shownAddress } from '../lib/addresses/shown-address.ts';
import { AppError, isAbort } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { bareFilename } from '../lib/files/bare-filename.ts';
import { lastPathSegment } from '../lib/files/last-path-segment.ts';
import { egressFetch, noteReceived } from '../network/egress-fetch.ts';
import { knownReason } from '../network/server-fetch.ts';
import { ensureRoom } from '../storage/database/quota.ts';
import { unreachable } from '../storage/settings/ensure-reachable.ts';
import { ensureWithinLimits } from '../storage/settings/limits.ts';
import { receiveBytes } from './receive-bytes.ts';

export interface RemoteAudio {
  /** Read once, and only as fast as they are stored. Throws 502 if the connection is lost. */
  bytes: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;
  /** File name without a path; never empty. */
  filename: string;
}

/**
 * Fetches a recording from its public URL; its bytes are yet to be read. Throws 400 if the address, or the one that it
 * leads to, must not be reached; 502 if it cannot be read, returns an error or is not audio; 413 if it exceeds the limits;
 * 507 if there is no room for it.
 */
export async function fetchRemoteAudio(url: string, signal?: AbortSignal): Promise<RemoteAudio> {
  await ensureReachable(url);
  const shown = shownAddress(url);
  const response = await request(url, signal);
  if (!response.ok) {
    throw new AppError(
      'remote_audio',
      msg`The audio at ${shown} could not be fetched: its server returned ${response.status}.`,
    );
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('text/') || type === 'application/json') {
    throw new AppError('remote_audio', msg`${shown} is not audio: its server sent ${type}.`);
  }
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > 0) {
    await ensureWithinLimits({ bytes: length, duration: null });
    await ensureRoom(length);
  }
  // A decoded URL segment can contain anything, even a path.
  return { bytes: receive(url, response, signal), filename: bareFilename(lastPathSegment(url)) };
}

/** The bytes of a response to a request for that URL. */
async function* receive(url: string, whole: Response, signal?: AbortSignal): RemoteAudio['bytes'] {
  let received = 0;
  try {
    const askFor = (range: string) => request(whole.url || url, signal, { range, partOf: whole });
    for await (const chunk of receiveBytes({ whole, askFor, signal })) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (isAbort(error) || error instanceof AppError) throw error;
    throw new AppError(
      'remote_audio',
      msg`The audio at ${shownAddress(url)} could not be fetched: the connection was lost.`,
      { cause: error },
    );
  } finally {
    await noteReceived(whole, received);
  }
}

async function ensureReachable(address: string): Promise<void> {
  const reason = await unreachable(address);
  if (reason !== null) throw new AppError('invalid_request', msg`The audio could not be fetched: ${reason}.`);
}

/** A part of a file, and the response to the first request for it. */
interface Part {
  /** The value of the header Range. */
  range: string;
  partOf: Response;
}

async function request(url: string, signal: AbortSignal | undefined, part?: Part): Promise<Response> {
  const response = await send(url, signal, part);
  // Browsers follow redirects themselves, and report only the last address.
  if (response.redirected) {
    await ensureReachable(response.url).catch(async (error: unknown) => {
      await response.body?.cancel();
      throw error;
    });
  }
  return response;
}

async function send(url: string, signal: AbortSignal | undefined, part?: Part): Promise<Response> {
  try {
    const sent: RequestInit = {
      mode: 'cors',
      credentials: 'omit',
      signal: signal ?? null,
      // A part of a large file is not asked for again.
      ...(part && { headers: { range: part.range }, cache: 'no-store' }),
    };
    const egress = { reason: 'recording', about: lastPathSegment(url) || url } as const;
    return await egressFetch(url, sent, { ...egress, partOf: part?.partOf });
  } catch (error) {
    // A lost part may be requested again.
    if (part || isAbort(error) || error instanceof AppError) throw error;
    const reason = knownReason(error);
    if (reason) throw reason;
    // The browser deliberately does not distinguish these.
    throw new AppError(
      'remote_audio',
      msg`The audio at ${shownAddress(url)} could not be fetched: the server cannot be reached or does not allow other sites to read the file (CORS).`,
      { remedy: msg`Download the file and upload it instead.`, cause: error },
    );
  }
}
