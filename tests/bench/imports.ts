import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  MINIATURE,
  modelsDir,
  preferModel,
  workPath,
} from './bench-setup.ts';
import { writeSpeechFile } from './speech-file.ts';

/** One after the other, the last in place of the longest. */
const CUES = [1_000, 4_000, 16_000, 64_000, 1_000];
/** Most that a request of another tab waits meanwhile. */
const MOST_WAIT_MS = 250;
/** How long requests are watched while nothing is imported, to compare with. */
const IDLE_MS = 5_000;
const WORDS = 'the quick brown fox jumps over a lazy dog while seven people watch and nobody says much'.split(
  ' ',
);

interface Cue {
  start: number;
  end: number;
  text: string;
}

const cuesOf = (count: number): Cue[] =>
  Array.from({ length: count }, (_, index) => ({
    start: index * 2,
    end: index * 2 + 1.8,
    text: `${Array.from({ length: 8 }, (__, word) => WORDS[(index * 7 + word * word) % WORDS.length]).join(' ')}.`,
  }));

function clock(seconds: number, mark: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const part = String(Math.round((seconds % 1) * 1000)).padStart(3, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}${mark}${part}`;
}

const FORMATS: Record<string, (cues: readonly Cue[]) => string> = {
  srt: (cues) =>
    cues
      .map(({ start, end, text }, at) => `${at + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n`)
      .join('\n'),
  vtt: (cues) =>
    `WEBVTT\n\n${cues.map(({ start, end, text }) => `${clock(start, '.')} --> ${clock(end, '.')}\n<v Ada>${text}\n`).join('\n')}`,
  txt: (cues) => cues.map(({ text }) => text).join('\n\n'),
  json: (segments) => JSON.stringify({ segments }),
};

/**
 * How long imports of long transcripts take, and their export as captions, and how long a request of another tab waits meanwhile: for
 * the service worker, and for the database: one that reads no transcript, and one that reads another.
 */
export async function imports({ only }: BenchOptions): Promise<Figure[]> {
  const small = writeSpeechFile(workPath('imports.wav'), { duration: 10, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, MINIATURE);
    const job = await session.transcribe(small.path, {});
    expectDoneBy(job, MINIATURE);
    const key = await session.page.evaluate(() => globalThis.earshot.key());
    const corrected = await session.transcribe(small.path, {});
    await session.page.evaluate(send, {
      key,
      method: 'POST',
      path: `/v2/pre-recorded/${corrected.id}/transcript?format=txt`,
      body: 'Corrected.',
    });
    const others = [
      { of: 'lists of jobs', path: '/v2/pre-recorded' },
      { of: 'other transcripts', path: `/v2/pre-recorded/${corrected.id}/transcript?format=txt` },
    ];
    const tabs = await Promise.all(others.map(() => session.context.newPage()));
    // Of the same origin, without the app.
    for (const tab of tabs) await tab.goto(new URL('/v2/openapi.json', session.url).href);
    const watchAll = async () => {
      const ends = await Promise.all(tabs.map((tab, at) => watch(tab, key, others[at]?.path ?? '')));
      return async () => Promise.all(ends.map((end) => end()));
    };
    const figures: Figure[] = [];
    const note = (name: string, waits: readonly number[], rest: Partial<Figure> = {}) => {
      for (const [at, { of }] of others.entries()) {
        const value = waits[at] ?? 0;
        figures.push({
          section: 'imports',
          name: `${name}: longest wait of ${of}`,
          value,
          unit: 'ms',
          ...rest,
        });
      }
      return waits.map(Math.round).join(' and ');
    };
    const idle = await watchAll();
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    console.log(`  meanwhile nothing: others waited ${note('nothing is imported', await idle())} ms at most`);
    for (const [format, write] of Object.entries(FORMATS)) {
      if (only !== '' && only !== format) continue;
      for (const [at, count] of CUES.entries()) {
        const former = CUES[at - 1] ?? 0;
        const place = former > count ? ` in place of ${former}` : '';
        const text = write(cuesOf(count));
        const path = `/v2/pre-recorded/${job.id}/transcript`;
        const steps = {
          import: { method: 'POST', path: `${path}?format=${format}`, body: text },
          export: { method: 'GET', path: `${path}?format=srt` },
        };
        for (const [step, request] of Object.entries(steps)) {
          const waits = await watchAll();
          const ms = await session.page.evaluate(send, { key, ...request });
          const name = `${step} of ${count} cues as ${step === 'import' ? format : 'srt'}${place}`;
          figures.push({ section: 'imports', name, value: ms, unit: 'ms' });
          const waited = note(name, await waits(), { atMost: MOST_WAIT_MS });
          console.log(`  ${name}: ${Math.round(ms)} ms; others waited ${waited} ms at most`);
        }
      }
    }
    return figures;
  } finally {
    await session.close();
  }
}

async function send({
  key,
  method,
  path,
  body,
}: {
  key: string;
  method: string;
  path: string;
  body?: string;
}) {
  const startedAt = performance.now();
  const response = await fetch(path, { method, headers: { 'x-service-key': key }, ...(body && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return performance.now() - startedAt;
}

/** Sends a request again and again, until the returned function is called, which gives the longest wait. */
async function watch(page: Page, key: string, path: string): Promise<() => Promise<number>> {
  await page.evaluate(
    ({ key: secret, path: asked }) => {
      const state = { most: 0, going: true, ended: Promise.resolve() };
      Object.assign(globalThis, { watching: state });
      state.ended = (async () => {
        while (state.going) {
          const startedAt = performance.now();
          await (await fetch(asked, { headers: { 'x-service-key': secret } })).text();
          state.most = Math.max(state.most, performance.now() - startedAt);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
    },
    { key, path },
  );
  return () =>
    page.evaluate(async () => {
      const { watching } = globalThis as unknown as {
        watching: { most: number; going: boolean; ended: Promise<void> };
      };
      watching.going = false;
      await watching.ended;
      return watching.most;
    });
}
