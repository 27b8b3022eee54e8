import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { waitFor } from '../../src/lib/wait-for.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, MINIATURE, modelsDir, preferModel, warmUpClip, workPath } from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { writeSpeechFile } from './speech-file.ts';

const section = 'many-words';
const MB = 1e6;
/** Words of speech in an hour. */
const WORDS_OF_HOUR = 9_700;
const LEAST_WINDOWS = 3;
const POLL_MS = 250;
/** How long the page may take to read a new result into its library. */
const SETTLED_MS = 6_000;

/** What the browser took at most in each part of a run, in MB: what it took before differs by what nobody has collected yet. */
type Peaks = Record<'end' | 'after' | 'request', number> & { all: number };

/**
 * Memory of the end of a job and of the first request for its result, with the words of ten hours (`--hours`) beside those of its own few
 * minutes: the job is paused, the words are put into the windows that it has finished, and it goes on. What recognition itself takes
 * is the same in both, and ten hours of words need no ten hours.
 */
export async function manyWords({ hours, minutes }: BenchOptions): Promise<Figure[]> {
  const words = (hours ?? 10) * WORDS_OF_HOUR;
  const few = await run(minutes, 0);
  const many = await run(minutes, words);
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section,
    name,
    value,
    unit: 'MB',
    ...rest,
  });
  return [
    figure('the end of the job, more than with few words', many.end - few.end),
    figure('the page behind it, its index included, more than with few words', many.after - few.after),
    figure('the first request for the result, more than with few words', many.request - few.request),
    figure(`peak with ${words} words, above that with few`, many.all - few.all, { atMost: 50 }),
  ];
}

async function run(minutes: number, words: number): Promise<Peaks> {
  const path = workPath('many-words.wav');
  writeSpeechFile(path, { duration: minutes * 60, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  const { page, profile } = session;
  try {
    await preferModel(session, MINIATURE);
    await session.transcribe(warmUpClip, {});
    const { audio_url } = await session.client.upload(path);
    const { id } = await session.client.createJob({ audio_url });
    while ((await windowsOf(page, id)) < LEAST_WINDOWS) await waitFor(POLL_MS);
    await changeQueue(page, id, true);
    await waitFor(SETTLED_MS);
    if (words > 0) await putWords(page, id, words);
    const end = await watchMemory(profile, async () => {
      await changeQueue(page, id, false);
      while ((await statusOf(page, id)) !== 'done') await waitFor(POLL_MS);
    });
    const after = await watchMemory(profile, () => waitFor(SETTLED_MS));
    const request = await watchMemory(profile, async () => {
      const bytes = await readResult(page, id);
      await waitFor(SETTLED_MS / 2);
      return bytes;
    });
    const megabytes = (peak: number) => Math.round(peak / MB);
    const peaks = {
      end: megabytes(end.peak),
      after: megabytes(after.peak),
      request: megabytes(request.peak),
      all: Math.max(end.peak, after.peak, request.peak) / MB,
    };
    console.log(
      `  ${words} words: ${Math.round(end.before / MB)} MB before; job's end ${peaks.end}, page behind it ${peaks.after}, request ${peaks.request} MB (${(request.result / MB).toFixed(1)} MB of JSON)`,
    );
    return peaks;
  } finally {
    await session.close();
  }
}

const changeQueue = (page: Page, id: string, paused: boolean) =>
  page.evaluate(
    async ({ id, paused }) => {
      const key = await globalThis.earshot.key();
      const headers = { 'x-service-key': key, 'content-type': 'application/json' };
      const body = JSON.stringify({ paused });
      const answer = await fetch(`/v2/pre-recorded/${id}/queue`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    { id, paused },
  );

/** Bytes of the result; its text is not kept, as a program that stores it would. */
const readResult = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (id) => {
    const key = await globalThis.earshot.key();
    const answer = await fetch(`/v2/pre-recorded/${id}`, { headers: { 'x-service-key': key } });
    const reader = answer.body?.getReader();
    let bytes = 0;
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return bytes;
      bytes += part.value.length;
    }
  }, id);

const windowsOf = (page: Page, id: string): Promise<number> =>
  page.evaluate(async (id) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const db = opening.result;
    const counting = db
      .transaction('checkpoints')
      .objectStore('checkpoints')
      .count(IDBKeyRange.bound([id, 0], [id, []]));
    await new Promise((resolve, reject) => {
      counting.onsuccess = resolve;
      counting.onerror = reject;
    });
    db.close();
    return counting.result;
  }, id);

const statusOf = (page: Page, id: string): Promise<string> =>
  page.evaluate(async (id) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const db = opening.result;
    const reading = db.transaction('jobs').objectStore('jobs').get(id);
    await new Promise((resolve, reject) => {
      reading.onsuccess = resolve;
      reading.onerror = reject;
    });
    db.close();
    return String(Object(reading.result).status);
  }, id);

/** Puts so many words into the windows that the paused job has finished. */
const putWords = (page: Page, id: string, words: number): Promise<void> =>
  page.evaluate(
    async ({ id, words }) => {
      const opening = indexedDB.open('earshot');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const db = opening.result;
      const store = db.transaction('checkpoints', 'readwrite').objectStore('checkpoints');
      const reading = store.getAll(IDBKeyRange.bound([id, 0], [id, []]));
      await new Promise((resolve, reject) => {
        reading.onsuccess = resolve;
        reading.onerror = reject;
      });
      const windows = reading.result;
      const each = Math.ceil(words / windows.length);
      for (const window of windows) {
        const step = (window.end - window.start) / each;
        store.put({
          ...window,
          segments: [
            {
              language: 'en',
              languageConfidence: 1,
              words: Array.from({ length: each }, (_, at) => ({
                word: ` ${at % 12 === 0 ? 'W' : 'w'}${((at * 48271) % 19_997).toString(36)}${at % 12 === 11 ? '.' : ''}`,
                start: window.start + at * step,
                end: window.start + (at + 0.9) * step,
                confidence: 0.5 + (at % 50) / 100,
              })),
            },
          ],
        });
      }
      await new Promise((resolve, reject) => {
        store.transaction.oncomplete = resolve;
        store.transaction.onabort = () => reject(store.transaction.error);
      });
      db.close();
    },
    { id, words },
  );
