/**
 * Room on the disk that is given back when it is needed: Chromium writes some megabytes to make its database safe after a write that
 * found a full disk. An entry of this cache, because caches are not part of the database.
 */
const CACHE = 'spare-room';
const ROOM = '/spare-room';
/** Remains when the room is given back. */
const MARK = '/had-spare-room';
/** Twice what `beginNewLog` writes, which Chromium copies into a table, and a little more. */
const ROOM_BYTES = 12e6;

/** Whether this browser keeps its databases in LevelDB: all browsers that are based on Chromium. */
export const usesLevelDb = () => /Chrom(?:e|ium)\//.test(navigator.userAgent);

const has = async (entry: string) => (await caches.match(entry, { cacheName: CACHE })) !== undefined;

const entryOf = (bytes: number) =>
  new Response(new Uint8Array(bytes), { headers: { 'content-length': String(bytes) } });

/** Takes the room if nobody has. Rejects if the disk is full. */
export async function takeSpareRoom(): Promise<void> {
  if (await has(ROOM)) return;
  const cache = await caches.open(CACHE);
  await cache.put(ROOM, entryOf(ROOM_BYTES));
  await cache.put(MARK, entryOf(1));
}

/** Gives the room back, which works on a full disk too. */
export async function giveBackSpareRoom(): Promise<void> {
  if (!(await has(MARK))) return;
  await (await caches.open(CACHE)).delete(ROOM);
}

/** Whether it was given back, and not taken again since. */
export const lacksSpareRoom = async () => (await has(MARK)) && !(await has(ROOM));

/** Rejects with whatever the browser says unless as many bytes could be written now. */
export async function ensureSpareBytes(): Promise<void> {
  // A name of its own: an entry that did not fit may remain in the way of the next one with the same.
  const name = `${CACHE}-${crypto.randomUUID()}`;
  try {
    await (await caches.open(name)).put(ROOM, entryOf(ROOM_BYTES));
  } finally {
    await caches.delete(name);
  }
}
