import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { median } from '../accuracy/word-time-error.ts';
import { describeFigure, type Figure, percentile } from '../runner/figure.ts';
import {
  type BenchOptions,
  jobSeconds,
  MINIATURE,
  modelsDir,
  preferModel,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { fillJobList } from './fill-job-list.ts';
import { addOldRows } from './old-rows.ts';
import { writeSpeechFile } from './speech-file.ts';
import { countRows } from './stored-rows.ts';
import { workersNamed } from './workers-named.ts';

const LISTED = 10_000;
const QUEUED = 1_000;
/** Of the queued ones, how many are awaited. */
const AWAITED = 5;
const TABS = 5;
const OLD = 500;
const SHORT_SECONDS = 60;

const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
  section: 'load',
  name,
  value,
  unit: '',
  ...rest,
});

/**
 * What the app does under much of everything. A recording of ten hours is `memory --long-minutes 600`.
 */
export async function load(_: BenchOptions): Promise<Figure[]> {
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, MINIATURE);
    const figures: Figure[] = [];
    for (const part of [longQueue, longList, manyTabs, jumpingClock, retention]) {
      const measured = await part(session);
      for (const one of measured) console.log(`  ${describeFigure(one)}`);
      figures.push(...measured);
    }
    return figures;
  } finally {
    await session.close();
  }
}

/** Milliseconds of one request of a page's script. */
const timed = (page: Page, path: string): Promise<{ ms: number; items: number }> =>
  page.evaluate(async (address) => {
    const headers = { 'x-service-key': await globalThis.earshot.key() };
    const startedAt = performance.now();
    const response = await fetch(address, { headers });
    const body = await response.json();
    return { ms: performance.now() - startedAt, items: body.items?.length ?? 0 };
  }, path);

async function longQueue(session: BrowserSession): Promise<Figure[]> {
  const { audio_url } = await session.client.upload(warmUpClip);
  const startedAt = performance.now();
  const created = await session.page.evaluate(
    async ({ audio_url, count }) => {
      const headers = {
        'x-service-key': await globalThis.earshot.key(),
        'content-type': 'application/json',
      };
      const ids: string[] = [];
      for (let number = 0; number < count; number++) {
        const body = JSON.stringify({ audio_url, custom_metadata: { number } });
        const response = await fetch('/v2/pre-recorded', { method: 'POST', headers, body });
        ids.push((await response.json()).id);
      }
      return ids;
    },
    { audio_url, count: QUEUED },
  );
  const createdMs = (performance.now() - startedAt) / QUEUED;
  const firstOnes = created.slice(0, AWAITED).map((id) => `/v2/pre-recorded/${id}`);
  const jobs = [];
  for (const address of firstOnes) jobs.push(await session.finished(address));
  const ends = jobs.map(({ completed_at }) => completed_at ?? '');
  const inOrder = ends.every((end, index) => index === 0 || end >= (ends[index - 1] ?? ''));
  const deletedAt = performance.now();
  await session.page.evaluate(async (ids) => {
    const headers = { 'x-service-key': await globalThis.earshot.key() };
    for (const id of ids) await fetch(`/v2/pre-recorded/${id}`, { method: 'DELETE', headers });
  }, created);
  const deletedMs = (performance.now() - deletedAt) / QUEUED;
  return [
    figure(`${QUEUED} jobs queued: creating one`, createdMs, { unit: 'ms' }),
    figure(`${QUEUED} jobs queued: distinct ids`, new Set(created).size, { atLeast: QUEUED }),
    figure(`${QUEUED} jobs queued: the first ${AWAITED} done in order`, inOrder ? 1 : 0, { atLeast: 1 }),
    figure(
      `${QUEUED} jobs queued: the first ${AWAITED}, failed`,
      jobs.filter(({ status }) => status !== 'done').length,
      {
        atMost: 0,
      },
    ),
    figure(`${QUEUED} jobs queued: deleting one`, deletedMs, { unit: 'ms' }),
    figure(`${QUEUED} jobs queued: rows left when all are deleted`, await rowsLeft(session.page), {
      atMost: 0,
    }),
  ];
}

const rowsLeft = async (page: Page): Promise<number> =>
  Object.values(await countRows(page)).reduce((sum, count) => sum + count, 0);

async function longList(session: BrowserSession): Promise<Figure[]> {
  const job = await session.transcribe(warmUpClip, {});
  await fillJobList(session.page, job.id, LISTED);
  const times: number[] = [];
  for (let page = 0; page < 20; page++) {
    const { ms, items } = await timed(session.page, `/v2/pre-recorded?limit=20&offset=${page * 500}`);
    if (items !== 20) throw new Error(`The list gave ${items} jobs.`);
    times.push(ms);
  }
  const found = await timed(session.page, `/v2/pre-recorded?custom_metadata={"number":${LISTED - 1}}`);
  const {
    result: openMs,
    before,
    peak,
  } = await watchMemory(session.profile, async () => {
    const tab = await session.context.newPage();
    const startedAt = performance.now();
    await tab.goto(session.url);
    await tab.locator('li a .name').first().waitFor();
    const ms = performance.now() - startedAt;
    await tab.close();
    return ms;
  });
  await session.page.evaluate(async () => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction(['jobs', 'results', 'audio', 'audio-pieces'], 'readwrite');
    for (const store of ['jobs', 'results', 'audio', 'audio-pieces']) transaction.objectStore(store).clear();
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  });
  return [
    figure(`${LISTED} jobs listed: a page of 20, median`, median(times), { unit: 'ms' }),
    figure(`${LISTED} jobs listed: a page of 20, slowest of 20`, percentile(times, 1), { unit: 'ms' }),
    figure(`${LISTED} jobs listed: one found by its metadata`, found.ms, { unit: 'ms' }),
    figure(`${LISTED} jobs listed: the app opened to its first recording`, openMs, { unit: 'ms' }),
    figure(`${LISTED} jobs listed: memory that the opened app added`, (peak - before) / 1e6, { unit: 'MB' }),
  ];
}

async function manyTabs(session: BrowserSession): Promise<Figure[]> {
  const tabs: Page[] = [];
  for (let number = 1; number < TABS; number++) {
    const tab = await session.context.newPage();
    await tab.goto(session.url);
    await tab.waitForFunction(() => 'earshot' in globalThis);
    tabs.push(tab);
  }
  const { audio_url } = await session.client.upload(shortRecording());
  const addresses = await Promise.all(
    [session.page, ...tabs].map((tab) =>
      tab.evaluate(async (address) => {
        await globalThis.earshot.ready();
        const headers = {
          'x-service-key': await globalThis.earshot.key(),
          'content-type': 'application/json',
        };
        const body = JSON.stringify({ audio_url: address });
        const response = await fetch('/v2/pre-recorded', { method: 'POST', headers, body });
        return (await response.json()).result_url as string;
      }, audio_url),
    ),
  );
  let mostRecognising = 0;
  const looking = setInterval(async () => {
    const recognising = await Promise.all([session.page, ...tabs].map((tab) => workersNamed(tab, 'asr')));
    mostRecognising = Math.max(mostRecognising, recognising.filter(({ length }) => length > 0).length);
  }, 100);
  const jobs = await Promise.all(addresses.map((address) => session.finished(address)));
  clearInterval(looking);
  const texts = new Set(jobs.map(({ result }) => result?.transcription?.full_transcript));
  for (const tab of tabs) await tab.close();
  for (const address of addresses) await session.client.deleteJob(address);
  return [
    figure(`${TABS} tabs, a job from each: failed`, jobs.filter(({ status }) => status !== 'done').length, {
      atMost: 0,
    }),
    figure(`${TABS} tabs, a job from each: distinct transcripts`, texts.size, { atMost: 1 }),
    figure(`${TABS} tabs, a job from each: most tabs that recognise at once`, mostRecognising, { atMost: 1 }),
    figure(`${TABS} tabs, a job from each: rows left`, await rowsLeft(session.page), { atMost: 0 }),
  ];
}

const shortRecording = (): string =>
  writeSpeechFile(workPath('load.wav'), { duration: SHORT_SECONDS, silence: 0 }).path;

/** The clock of the page that runs the job goes a day forward and two back while the job runs. */
async function jumpingClock(session: BrowserSession): Promise<Figure[]> {
  const { audio_url } = await session.client.upload(shortRecording());
  const undisturbed = await session.finished((await session.client.createJob({ audio_url })).result_url);
  const { result_url } = await session.client.createJob({ audio_url });
  await session.page.evaluate(async () => {
    const day = 24 * 3_600_000;
    const real = Date.now;
    for (const jump of [day, -day, day / 24, 0]) {
      Date.now = () => real() + jump;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    Date.now = real;
  });
  const job = await session.finished(result_url);
  const isSame =
    job.result?.transcription?.full_transcript === undisturbed.result?.transcription?.full_transcript;
  await session.page.reload();
  await session.page.waitForFunction(() => 'earshot' in globalThis);
  return [
    figure('clock that jumps by a day, twice: same transcript', job.status === 'done' && isSame ? 1 : 0, {
      atLeast: 1,
    }),
    figure('clock that jumps by a day, twice: seconds that the job states', jobSeconds(job), { atLeast: 0 }),
  ];
}

/** Uploads that nobody used and deliveries, each older than a week or not. */
async function retention(session: BrowserSession): Promise<Figure[]> {
  await addOldRows(session.page, OLD);
  const before = await countRows(session.page);
  // The next host cleans up.
  await session.page.reload();
  await session.page.waitForFunction(() => 'earshot' in globalThis);
  let after = before;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 30_000) {
    after = await countRows(session.page);
    const gone = (store: string) => (before[store] ?? 0) - (after[store] ?? 0) >= OLD;
    if (gone('audio') && gone('deliveries')) break;
    await session.page.waitForTimeout(200);
  }
  const left = (store: string) => (after[store] ?? 0) - ((before[store] ?? 0) - 2 * OLD);
  return [
    figure(`${OLD} unused uploads of eight days, and ${OLD} of six: left`, left('audio'), {
      atLeast: OLD,
      atMost: OLD,
    }),
    figure(`${OLD} deliveries of eight days, and ${OLD} of six: left`, left('deliveries'), {
      atLeast: OLD,
      atMost: OLD,
    }),
    figure('seconds until they are gone', (performance.now() - startedAt) / 1000, { unit: 's' }),
  ];
}
