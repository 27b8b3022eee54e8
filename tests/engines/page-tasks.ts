import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import type { PreRecordedRequestInput } from '../../src/contract/jobs/pre-recorded-request.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import type { BrowserEngine } from './browser-engine.ts';

/** A file on its way into a page. */
export interface SentFile {
  name: string;
  base64: string;
}

export const fileToSend = (path: string): SentFile => ({
  name: basename(path),
  base64: readFileSync(path).toString('base64'),
});

export interface Answer {
  status: number;
  body: Record<string, unknown> | null;
}

/** Uploads with the page's own `fetch`, like a third-party script. */
export const upload = (engine: BrowserEngine, file: SentFile): Promise<Answer> =>
  engine.run(async ({ name, base64 }: SentFile) => {
    const { ready, key }: PageInterface = await import(`${location.origin}/earshot.js`);
    await ready();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const form = new FormData();
    form.append('audio', new File([bytes], name));
    const headers = { 'x-service-key': await key() };
    const response = await fetch('/v2/upload', { method: 'POST', headers, body: form });
    return { status: response.status, body: await response.json() };
  }, file);

/** One request with a JSON body, or none. */
export const call = (engine: BrowserEngine, method: string, path: string, json?: object): Promise<Answer> =>
  engine.run(
    async (request: { method: string; path: string; json?: object | undefined }) => {
      const { ready, key }: PageInterface = await import(`${location.origin}/earshot.js`);
      await ready();
      const response = await fetch(request.path, {
        method: request.method,
        headers: {
          'x-service-key': await key(),
          ...(request.json && { 'content-type': 'application/json' }),
        },
        ...(request.json && { body: JSON.stringify(request.json) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { status: response.status, body: isJson ? JSON.parse(text) : null };
    },
    { method, path, json },
  );

/** Clicks what has the sample transcribed, and waits until its words are shown. */
export const trySample = (engine: BrowserEngine): Promise<void> =>
  engine.run(async () => {
    const sample = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('sample'));
    while (!sample()) {
      // Beside a list it is one of the rarer ways to add a recording.
      document
        .querySelector<HTMLButtonElement>('button[aria-label="More ways to add"][aria-expanded=false]')
        ?.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    sample()?.click();
    while (!document.querySelector('ol[aria-label=Transcript] li')) {
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  });

/** Gives the app a file by its picker. Runs in the page. */
export async function giveFile({ name, base64 }: SentFile): Promise<void> {
  const picker = () => document.querySelector<HTMLInputElement>('input[type="file"][multiple]');
  while (!picker()) await new Promise((done) => setTimeout(done, 100));
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const given = new DataTransfer();
  given.items.add(new File([bytes], name));
  const input = picker();
  if (!input) return;
  input.files = given.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

export interface Transcribed {
  id: string;
  text: string;
  result: TranscriptionResult;
  threads: unknown;
  /** Why it ran where it ran. */
  deviceReason: unknown;
}

/** Transcribes with the page library. */
export const transcribe = (
  engine: BrowserEngine,
  file: SentFile,
  options: Omit<PreRecordedRequestInput, 'audio_url'> = {},
): Promise<Transcribed> =>
  engine.run(
    async (sent: SentFile, request: Omit<PreRecordedRequestInput, 'audio_url'>) => {
      const earshot: PageInterface = await import(`${location.origin}/earshot.js`);
      const bytes = Uint8Array.from(atob(sent.base64), (character) => character.charCodeAt(0));
      const job = await earshot.transcribe(new File([bytes], sent.name), request, {
        whenModelMissing: 'fail',
      });
      return {
        id: job.id,
        text: job.result.transcription?.full_transcript ?? '',
        result: job.result,
        threads: job.post_session_metadata.threads,
        deviceReason: job.post_session_metadata.device_reason,
      };
    },
    file,
    options,
  );

/** Waits until a job has ended. */
export const ended = (engine: BrowserEngine, id: string): Promise<{ status: string; text: string }> =>
  engine.run(async (job: string) => {
    const earshot: PageInterface = await import(`${location.origin}/earshot.js`);
    for (;;) {
      const { status, result } = await earshot.get(job);
      const text = result?.transcription?.full_transcript ?? '';
      if (status === 'done' || status === 'error') return { status, text };
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }, id);

/** How a recording ends: "done", or the status of the refused upload or of the failed job. */
export type Outcome = string;

/** Uploads recordings and queues them one behind the other; resolves to how each ends. */
export async function outcomesOf(engine: BrowserEngine, files: SentFile[]): Promise<Outcome[]> {
  const queued: { refused: string | null; id: string }[] = [];
  for (const file of files) queued.push(await engine.run(queueFile, file));
  const outcomes: Outcome[] = [];
  for (const { refused, id } of queued) outcomes.push(refused ?? (await engine.run(waitForOutcome, id)));
  return outcomes;
}

const queueFile = async ({ name, base64 }: SentFile) => {
  const { ready, key }: PageInterface = await import(`${location.origin}/earshot.js`);
  await ready();
  const headers = { 'x-service-key': await key() };
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const body = new FormData();
  body.append('audio', new File([bytes], name));
  const uploaded = await fetch('/v2/upload', { method: 'POST', headers, body });
  const { audio_url } = await uploaded.json();
  if (!uploaded.ok) return { refused: String(uploaded.status), id: '' };
  const created = await fetch('/v2/pre-recorded', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ audio_url }),
  });
  const { id } = await created.json();
  return { refused: created.ok ? null : String(created.status), id: String(id) };
};

const waitForOutcome = async (id: string) => {
  const { key }: PageInterface = await import(`${location.origin}/earshot.js`);
  for (;;) {
    const response = await fetch(`/v2/pre-recorded/${id}`, { headers: { 'x-service-key': await key() } });
    const { status, error_code } = await response.json();
    if (status === 'done') return status;
    if (status === 'error') return String(error_code);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
