import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PIECE_BYTES } from '../../src/lib/bytes/byte-source.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, modelsDir, warmUpClip, workPath } from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { writeSpeechFile } from './speech-file.ts';

const MB = 1e6;
const BYTES_PER_SECOND = 32_000;
/** Lets the browser finish work left over from the previous round. */
const REST_MS = 3_000;
const TAIL_BYTES = 4_096;

/** Upload of one large file through `/v2/upload` compared with a bare IndexedDB write of the same file, in pieces. */
export async function upload({ megabytes, repeats }: BenchOptions): Promise<Figure[]> {
  const { path } = writeSpeechFile(workPath('large.wav'), {
    duration: (megabytes * MB) / BYTES_PER_SECOND,
    silence: 0,
  });
  const rounds: { bare: Written; uploaded: Written }[] = [];
  for (let round = 0; round < repeats; round++) {
    // A fresh profile each time, so that stored data does not matter.
    const session = await BrowserSession.open({ modelsDir });
    try {
      await writeBare(session, warmUpClip);
      await session.client.upload(warmUpClip);
      // Alternates, so that neither always has a warm disk cache.
      const bareFirst = round % 2 === 0;
      const before = bareFirst ? await measure(session, () => writeBare(session, path)) : null;
      const uploaded = await measure(session, () => uploadTimed(session, path));
      const bare = before ?? (await measure(session, () => writeBare(session, path)));
      await expectStored(session, path);
      console.log(`  round ${round + 1}: bare ${describe(bare)}, upload ${describe(uploaded)}`);
      rounds.push({ bare, uploaded });
    } finally {
      await session.close();
    }
  }
  const figure = (name: string, value: number, rest: Partial<Figure>): Figure => ({
    section: 'upload',
    name: `${megabytes} MB: ${name}`,
    value,
    unit: '',
    ...rest,
  });
  const bareSeconds = median(rounds.map(({ bare }) => bare.seconds));
  const uploadSeconds = median(rounds.map(({ uploaded }) => uploaded.seconds));
  return [
    figure('bare IndexedDB write', bareSeconds, { unit: 's' }),
    figure('upload', uploadSeconds, { unit: 's' }),
    figure('upload against bare write', uploadSeconds / bareSeconds, { unit: '×', atMost: 1.5 }),
    figure('extra memory of the bare write', median(rounds.map(({ bare }) => bare.extra)) / MB, {
      unit: 'MB',
    }),
    figure('extra memory of the upload', median(rounds.map(({ uploaded }) => uploaded.extra)) / MB, {
      unit: 'MB',
      atMost: 50,
    }),
  ];
}

interface Written {
  seconds: number;
  /** Bytes above what the browser used before. */
  extra: number;
}

const describe = ({ seconds, extra }: Written) =>
  `${seconds.toFixed(2)} s and ${(extra / MB).toFixed(0)} MB more`;

async function measure(session: BrowserSession, write: () => Promise<number>): Promise<Written> {
  await sleep(REST_MS);
  const { result, before, peak } = await watchMemory(session.profile, write);
  return { seconds: result, extra: peak - before };
}

/** Seconds the page waits for its upload. */
async function uploadTimed(session: BrowserSession, path: string): Promise<number> {
  const startedAt = performance.now();
  await session.client.upload(path);
  return (performance.now() - startedAt) / 1000;
}

/** Throws an Error unless the upload is completely stored. */
async function expectStored(session: BrowserSession, path: string): Promise<void> {
  const stored = await session.page.evaluate(async (tailBytes) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const stores = opening.result.transaction(['audio', 'audio-pieces']);
    const listing: IDBRequest<{ id: string; size: number }[]> = stores.objectStore('audio').getAll();
    await new Promise((resolve, reject) => {
      listing.onsuccess = resolve;
      listing.onerror = reject;
    });
    const [largest] = listing.result.sort((a, b) => b.size - a.size);
    // One piece at a time: a gigabyte must not be in memory.
    let size = 0;
    let lastTwo: ArrayBuffer[] = [];
    for (let index = 0; ; index++) {
      const reading: IDBRequest<ArrayBuffer | undefined> = stores
        .objectStore('audio-pieces')
        .get([largest?.id ?? '', index]);
      await new Promise((resolve, reject) => {
        reading.onsuccess = resolve;
        reading.onerror = reject;
      });
      if (!reading.result) break;
      size += reading.result.byteLength;
      lastTwo = [...lastTwo.slice(-1), reading.result];
    }
    opening.result.close();
    const tail = await new Blob(lastTwo).slice(-tailBytes).arrayBuffer();
    return { size, tail: Array.from(new Uint8Array(tail)) };
  }, TAIL_BYTES);
  const { size } = statSync(path);
  const tail = Buffer.alloc(TAIL_BYTES);
  const file = openSync(path, 'r');
  readSync(file, tail, 0, TAIL_BYTES, size - TAIL_BYTES);
  closeSync(file);
  if (stored.size !== size || !tail.equals(Buffer.from(stored.tail))) {
    throw new Error(`Of ${size} bytes ${stored.size} were stored, or others than were sent.`);
  }
}

/**
 * Seconds a page needs to put the file into a database of its own, in pieces as the app stores them. The database is
 * deleted afterwards.
 */
async function writeBare(session: BrowserSession, path: string): Promise<number> {
  const input = await session.page.evaluateHandle(() => {
    const element = document.createElement('input');
    element.type = 'file';
    return element;
  });
  const startedAt = performance.now();
  await input.setInputFiles(path);
  await session.page.evaluate(
    async ({ element, pieceBytes }) => {
      const opening = indexedDB.open('bare-write', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('pieces');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const file = element.files?.[0] ?? new Blob();
      let written: Promise<unknown> = Promise.resolve();
      for (let start = 0; start < file.size; start += pieceBytes) {
        const bytes = await file.slice(start, start + pieceBytes).arrayBuffer();
        await written;
        const transaction = opening.result.transaction('pieces', 'readwrite');
        transaction.objectStore('pieces').put(bytes, start);
        written = new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onabort = reject;
        });
      }
      await written;
      opening.result.close();
    },
    { element: input, pieceBytes: PIECE_BYTES },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await session.page.evaluate(() => indexedDB.deleteDatabase('bare-write'));
  await input.dispose();
  return seconds;
}
