import { bareFilename } from '../lib/bare-filename.ts';
import { AppError, isAbort } from '../lib/errors.ts';
import { lastPathSegment } from '../lib/last-path-segment.ts';
import { shownAddress } from '../lib/shown-address.ts';
import { egressFetch, noteSpooled } from '../storage/egress-fetch.ts';
import { unreachable } from '../storage/ensure-reachable.ts';
import { ensureWithinLimits } from '../storage/limits.ts';
import { ensureRoom } from '../storage/quota.ts';

export interface RemoteAudio {
  bytes: Blob;
  /** File name without a path; never empty. */
  filename: string;
}

/**
 * Fetches a recording from its public URL. The browser spools a large body to disk, so memory does not grow with it.
 * Throws 400 if the address, or the one that it leads to, must not be reached; 502 if it cannot be read, returns an error
 * or is not audio; 413 if it exceeds the limits; 507 if there
 * is no room for it.
 */
export async function fetchRemoteAudio(url: string, signal?: AbortSignal): Promise<RemoteAudio> {
  await ensureReachable(url);
  const shown = shownAddress(url);
  const response = await request(url, signal);
  // Browsers follow redirects themselves, and tell only where they led.
  if (response.redirected) {
    await ensureReachable(response.url).catch(async (error: unknown) => {
      await response.body?.cancel();
      throw error;
    });
  }
  if (!response.ok) {
    throw new AppError(
      'remote_audio',
      `The audio at ${shown} could not be fetched: its server returned ${response.status}.`,
    );
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('text/') || type === 'application/json') {
    throw new AppError('remote_audio', `${shown} is not audio: its server sent ${type}.`);
  }
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > 0) {
    await ensureWithinLimits({ bytes: length, duration: null });
    await ensureRoom(length);
  }
  const bytes = await response.blob().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw new AppError(
      'remote_audio',
      `The audio at ${shown} could not be fetched: the connection was lost.`,
      {
        cause: error,
      },
    );
  });
  await noteSpooled(response, bytes.size);
  // A decoded URL segment can contain anything, even a path.
  return { bytes, filename: bareFilename(lastPathSegment(url)) };
}

async function ensureReachable(address: string): Promise<void> {
  const reason = await unreachable(address);
  if (reason !== null) throw new AppError('invalid_request', `The audio could not be fetched: ${reason}.`);
}

async function request(url: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    const sent = { mode: 'cors', credentials: 'omit', signal: signal ?? null } as const;
    return await egressFetch(url, sent, { reason: 'recording', about: lastPathSegment(url) || url });
  } catch (error) {
    if (isAbort(error) || error instanceof AppError) throw error;
    // The browser deliberately does not distinguish these.
    throw new AppError(
      'remote_audio',
      `The audio at ${shownAddress(url)} could not be fetched: the server cannot be reached or does not allow other sites to read the file (CORS). Download the file and upload it instead.`,
      { cause: error },
    );
  }
}
