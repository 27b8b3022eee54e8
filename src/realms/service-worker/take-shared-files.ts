import { parse } from 'content-type';
import {
  MOST_SHARED_BYTES,
  MOST_SHARED_FILES,
  SHARE_REFUSED,
  type ShareRefusal,
} from '../../contract/errors/share-refusal.ts';
import { announce } from '../../contract/realms/channel.ts';
import { APP_BASE } from '../../lib/addresses/app-base.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { bareFilename } from '../../lib/files/bare-filename.ts';
import { splitParts } from '../../service/multipart/split-parts.ts';
import { ensureRoom } from '../../storage/database/quota.ts';
import {
  addArrivals,
  arrivalLock,
  listArrivals,
  newArrival,
} from '../../storage/recordings/arrival-store.ts';

/** The manifest's `share_target`. */
export const SHARE_PATH = '/share';
/** Its field of files. */
const FIELD = 'recordings';
/** More than can be taken, so that what is refused is refused for its number. */
const MOST_PARTS = 2_000;
/** One form at a time counts what waits already. */
const LOCK = 'earshot-shares';

class Refused extends Error {
  constructor(readonly reason: ShareRefusal) {
    super(reason);
  }
}

/**
 * Stores the files that another app shares, then opens the app, which asks what becomes of them: any website can send such a form, and
 * a browser does not always show which one did.
 */
export async function takeSharedFiles(request: Request): Promise<Response> {
  if (isOfWebsite(request)) {
    return new Response('Files can be shared with Earshot by the system, not by a website.', { status: 403 });
  }
  const app = new URL(APP_BASE, request.url);
  try {
    const files = await filesOf(request);
    await navigator.locks.request(LOCK, () => store(files));
  } catch (error) {
    console.warn(error);
    app.searchParams.set(SHARE_REFUSED, reasonOf(error));
  }
  return Response.redirect(app.href, 303);
}

/**
 * Whether the browser says that a page of another origin sends this. What the system shares has no such page: no referrer, and the origin
 * `null`. A page can hide behind the same; so its files wait for an answer, too.
 */
function isOfWebsite({ url, mode, destination, referrer, headers }: Request): boolean {
  const { origin } = new URL(url);
  const sender = headers.get('origin');
  const isForeign = (address: string) => URL.canParse(address) && new URL(address).origin !== origin;
  // A form can be sent into a frame, too.
  const isFramed = mode === 'navigate' && destination !== 'document';
  return isFramed || isForeign(referrer) || (sender !== null && isForeign(sender));
}

async function filesOf(request: Request): Promise<{ filename: string; content: Blob }[]> {
  const { boundary } = parse(request.headers.get('content-type') ?? '').parameters;
  if (!boundary) throw new Refused('unreadable');
  // As a Blob, which the browser keeps on the disk if it is large, and its parts without a copy.
  const parts = await splitParts(await request.blob(), boundary, { maxParts: MOST_PARTS });
  // An empty one is kept for its name, which the page shows; a field without a file has none.
  return parts.flatMap(({ name, filename, content }) =>
    name === FIELD && filename !== null && (content.size > 0 || filename !== bareFilename(''))
      ? [{ filename, content }]
      : [],
  );
}

async function store(files: readonly { filename: string; content: Blob }[]): Promise<void> {
  if (files.length === 0) throw new Refused('unreadable');
  const waiting = (await listArrivals()).filter(({ kind }) => kind === 'shared');
  if (waiting.length + files.length > MOST_SHARED_FILES) throw new Refused('too-many');
  const size = files.reduce((sum, { content }) => sum + content.size, 0);
  if (waiting.reduce((sum, { bytes }) => sum + bytes, size) > MOST_SHARED_BYTES)
    throw new Refused('too-large');
  await ensureRoom(size);
  const now = Date.now();
  // A millisecond apart: they are listed in the order in which they were shared.
  const arrivals = files.map(({ filename, content }, index) => ({
    record: newArrival('shared', { filename, type: content.type }, new Date(now + index).toISOString()),
    bytes: blobSource(content),
  }));
  await whileHeld(
    arrivals.map(({ record }) => record.id),
    () => addArrivals(arrivals),
  );
  announce({ type: 'arrivals-changed' });
}

/** Nobody takes their pieces for those of a writer that is gone. */
function whileHeld([id, ...others]: readonly string[], work: () => Promise<void>): Promise<void> {
  return id === undefined ? work() : navigator.locks.request(arrivalLock(id), () => whileHeld(others, work));
}

function reasonOf(error: unknown): ShareRefusal {
  if (error instanceof Refused) return error.reason;
  const { code } = toAppError(error);
  return code === 'storage_full' || code === 'storage_failed' ? 'no-room' : 'unreadable';
}
