import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import type { UploadedFile } from '../../src/contract/jobs/uploaded-file.ts';
import { CACHE_THE_REST } from '../../src/contract/realms/offline-message.ts';

/** A response as seen by a page's script; `body` is the parsed JSON, or null if there was none. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Record<string, string>;
  fromServiceWorker: boolean;
  body: Body;
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Text as it is, an object as JSON, or a file in base64. */
  body?: string | { json: unknown } | { filename: string; base64: string; part?: string; type?: string };
}

/** Opens the app and waits until its service worker controls it. */
export async function openApp(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => appKey(page)).toMatch(/^ek_/);
}

/** Leaves the page as soon as the job's first window is stored: the others may follow sooner than a test can look. */
export async function leaveAtFirstWindow(page: Page, id: string): Promise<void> {
  await page.evaluate((job) => {
    new BroadcastChannel('earshot').onmessage = ({ data }) => {
      if (data.type === 'job-window' && data.id === job) location.replace('about:blank');
    };
  }, id);
  await page.waitForURL('about:blank', { timeout: 180_000 });
}

/** Waits until the app has all its files, as it does when it has been idle for a while. */
export async function completeApp(page: Page): Promise<void> {
  expect(await page.evaluate(askForTheRest, CACHE_THE_REST)).toBe(true);
}

/** Runs in a page: has the service worker store the rest of the app, and returns whether it did. */
export function askForTheRest(type: string): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller?.postMessage({ type }, [port2]);
  });
}

/** The app's own key, read from storage as its pages do. */
export function appKey(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      if (!db.objectStoreNames.contains('settings')) return '';
      const settings = await new Promise<{ app_key?: string } | undefined>((resolve, reject) => {
        const request = db.transaction('settings').objectStore('settings').get('settings');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      return settings?.app_key ?? '';
    } finally {
      db.close();
    }
  });
}

/** One request from a script in the page, with the app's key unless other headers are given. */
export async function call<Body = unknown>(page: Page, request: Call): Promise<Answer<Body>> {
  const key = request.headers?.['x-service-key'] ?? (await appKey(page));
  const headers = { 'x-service-key': key, ...request.headers };
  const answer = await page.evaluate(
    async ({ method, path, headers, body }) => {
      const init: RequestInit = { method, headers: { ...headers } };
      if (typeof body === 'string') init.body = body;
      else if (body && 'json' in body) {
        init.body = JSON.stringify(body.json);
        init.headers = { 'content-type': 'application/json', ...headers };
      } else if (body) {
        const bytes = Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
        const form = new FormData();
        form.append(body.part ?? 'audio', new File([bytes], body.filename, { type: body.type ?? '' }));
        init.body = form;
      }
      // A page keeps at most 250 timings.
      performance.clearResourceTimings();
      const response = await fetch(path, init);
      const text = await response.text();
      const parse = () => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          return null;
        }
      };
      const timing = performance.getEntriesByName(response.url).at(-1);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        fromServiceWorker: timing instanceof PerformanceResourceTiming && timing.workerStart > 0,
        body: parse(),
      };
    },
    { ...request, headers },
  );
  return answer as Answer<Body>;
}

export function uploadBytes(page: Page, bytes: Buffer, filename: string): Promise<Answer<UploadedFile>> {
  return call(page, {
    method: 'POST',
    path: '/v2/upload',
    body: { filename, base64: bytes.toString('base64') },
  });
}

export function uploadFile(page: Page, path: string): Promise<Answer<UploadedFile>> {
  return uploadBytes(page, readFileSync(path), basename(path));
}

/** Uploads a file and creates its job; returns the job's id. */
export async function submit(
  page: Page,
  path: string,
  params: Record<string, unknown> = {},
): Promise<string> {
  const uploaded = await uploadFile(page, path);
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
  return create(page, { audio_url: uploaded.body.audio_url, ...params });
}

export async function create(page: Page, params: Record<string, unknown>): Promise<string> {
  const created = await call<{ id: string; result_url: string }>(page, {
    method: 'POST',
    path: '/v2/pre-recorded',
    headers: { 'x-earshot-when-model-missing': 'fail' },
    body: { json: params },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body.id;
}

export async function readJob(page: Page, id: string, key?: string): Promise<PreRecordedJob> {
  const answer = await call<PreRecordedJob>(page, {
    method: 'GET',
    path: `/v2/pre-recorded/${id}`,
    ...(key && { headers: { 'x-service-key': key } }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** Polls a job, like a client, until it is done or failed. */
export async function finished(page: Page, id: string): Promise<PreRecordedJob> {
  const key = await appKey(page);
  let job = await readJob(page, id, key);
  await expect
    .poll(
      async () => {
        job = await readJob(page, id, key);
        return job.status;
      },
      { timeout: 150_000, intervals: [100, 200, 400] },
    )
    .toMatch(/^(done|error)$/);
  return job;
}

/** From file to transcript through `/v2/*`; a failed job fails the test with its message. */
export async function transcribe(
  page: Page,
  path: string,
  params: Record<string, unknown> = {},
): Promise<PreRecordedJob & { result: NonNullable<PreRecordedJob['result']> }> {
  const job = await finished(page, await submit(page, path, params));
  const { status, result } = job;
  if (status !== 'done' || !result) throw new Error(`${path}: ${JSON.stringify(job.post_session_metadata)}`);
  return { ...job, result };
}
