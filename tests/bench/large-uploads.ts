import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { z } from 'zod';
import { startServer } from '../../src/cli/server/serve.ts';
import { missing } from '../engines/find-programs.ts';
import type { Figure } from '../runner/figure.ts';
import { UndrivenWindow, type WindowKind } from '../runner/undriven-window.ts';
import { type BenchOptions, modelsDir } from './bench-setup.ts';
import { watchStarted } from './browser-processes.ts';
import { type UploadPlan, uploadInPage } from './large-uploads-page.ts';
import { RecordingServer } from './recording-server.ts';

const MB = 1e6;
/** Lets a browser finish what came before. */
const REST_MS = 3_000;
const LIMIT_MS = 10 * 60_000;
/** The smaller recording has a tenth of the size: what is in memory must not depend on it. */
const SMALLER = 10;

/** Ways in which memory grows with the recording, and the megabytes up to which they are tried. */
const COSTLY: readonly UploadPlan['way'][] = ['by address without parts', 'as a file by fetch'];
const MOST_COSTLY = 1_000;
/** WebKitGTK's MiniBrowser gives a site a gigabyte, and no setting of its own more. */
const MOST_IN_WEBKIT = 900;

/** Which windows take recordings in which ways. WebKit keeps the storage of a private window in memory. */
const CASES: (WindowKind & { way: UploadPlan['way'] })[] = [
  { browser: 'firefox', isPrivate: false, way: 'by address' },
  { browser: 'firefox', isPrivate: false, way: 'by address without parts' },
  { browser: 'firefox', isPrivate: false, way: 'as a file' },
  { browser: 'firefox', isPrivate: false, way: 'as a file by fetch' },
  { browser: 'webkit', isPrivate: false, way: 'by address' },
  { browser: 'webkit', isPrivate: false, way: 'by address without parts' },
  { browser: 'webkit', isPrivate: false, way: 'as a file' },
  { browser: 'webkit', isPrivate: false, way: 'as a file by fetch' },
  { browser: 'webkit', isPrivate: true, way: 'by address' },
];

/**
 * A large recording that Firefox and WebKit store, by its address at another site and as a file: how much memory their
 * processes take at most, above what they took before. For Chromium that is the section `upload`.
 */
export async function largeUploads({ megabytes, only }: BenchOptions): Promise<Figure[]> {
  const recordings = await new RecordingServer().start();
  const figures: Figure[] = [];
  try {
    for (const one of CASES) {
      if (!nameOf(one).includes(only)) continue;
      if (COSTLY.includes(one.way) && megabytes > MOST_COSTLY) continue;
      const isTooLarge = one.browser === 'webkit' && megabytes > MOST_IN_WEBKIT;
      const reason = isTooLarge
        ? `${nameOf(one)}: MiniBrowser stores at most 1 GB for a site.`
        : missing[one.browser]();
      if (reason) console.log(`  Left out: ${reason}`);
      else figures.push(...(await measure(one, megabytes, recordings)));
    }
  } finally {
    recordings.close();
  }
  if (recordings.preflights > 0) throw new Error('A browser asked first whether it may ask for parts.');
  return figures;
}

const nameOf = ({ browser, isPrivate, way }: (typeof CASES)[number]) =>
  `${browser}${isPrivate ? ', private' : ''}, ${way}`;

async function measure(
  { way, ...kind }: (typeof CASES)[number],
  megabytes: number,
  recordings: RecordingServer,
): Promise<Figure[]> {
  const sizes = [(megabytes / SMALLER) * MB, megabytes * MB];
  const plan = {
    way,
    files: sizes.map((size) => ({
      size,
      address: recordings.address(size, way === 'by address without parts'),
    })),
  };
  const reports = new Reports(plan);
  const server = await startServer({
    modelsDir,
    port: 0,
    log: () => undefined,
    plugins: [reports.plugin()],
  });
  const window = await UndrivenWindow.open(kind, `${server.url}bench-page.html`);
  const name = `${nameOf({ ...kind, way })}, ${megabytes} MB`;
  try {
    const measured: { extra: number; seconds: number }[] = [];
    for (const size of sizes) {
      const begin = await reports.next('ready');
      await sleep(REST_MS);
      const startedAt = performance.now();
      const { result, before, peak } = await watchStarted(() => {
        begin();
        return reports.next('stored');
      });
      const seconds = (performance.now() - startedAt) / 1000;
      if (!recordings.bytes(size, size - reports.tail.length, size).equals(Buffer.from(reports.tail))) {
        throw new Error(`${name}: other bytes were stored than sent.`);
      }
      result();
      measured.push({ extra: peak - before, seconds });
      console.log(
        `  ${name}: ${size / MB} MB in ${seconds.toFixed(1)} s, ${((peak - before) / MB).toFixed(0)} MB more`,
      );
    }
    const [small, large] = measured;
    if (!small || !large) throw new Error(`${name}: nothing was measured.`);
    const figure = (what: string, value: number, rest: Partial<Figure>): Figure => ({
      section: 'large-uploads',
      name: `${name}: ${what}`,
      value,
      unit: 'MB',
      ...rest,
    });
    return [
      figure('extra memory', large.extra / MB, {}),
      figure('more than for a tenth of it', (large.extra - small.extra) / MB, {
        ...(!kind.isPrivate && !COSTLY.includes(way) && { atMost: 100 }),
      }),
      figure('megabytes a second', megabytes / large.seconds, { unit: '' }),
    ];
  } finally {
    await window.close();
    await server.close();
  }
}

const report = z.object({
  what: z.enum(['ready', 'stored', 'failed']),
  message: z.string().default(''),
  tail: z.array(z.int()).default([]),
});

/** The page that uploads, and what it says; it waits for an answer each time. */
class Reports {
  /** The last bytes that the page read of what was stored. */
  tail: number[] = [];
  #told: (answered: { report: z.infer<typeof report>; answer: () => void }) => void = () => undefined;
  #next = this.#waiting();

  constructor(private readonly plan: UploadPlan) {}

  /** Resolves when the page has said this, with what lets it go on. */
  async next(what: 'ready' | 'stored'): Promise<() => void> {
    const limit = sleep(LIMIT_MS, null, { ref: false });
    const told = await Promise.race([this.#next, limit]);
    this.#next = this.#waiting();
    if (!told) throw new Error(`The page said nothing for ${LIMIT_MS / 60_000} minutes.`);
    if (told.report.what !== what) throw new Error(`The page failed: ${told.report.message}`);
    this.tail = told.report.tail;
    return told.answer;
  }

  #waiting() {
    return new Promise<{ report: z.infer<typeof report>; answer: () => void }>((resolve) => {
      this.#told = resolve;
    });
  }

  plugin(): Plugin {
    // The helper of the program that runs this, which the function below may call.
    const script = `globalThis.__name = (named) => named; (${uploadInPage.toString()})(${JSON.stringify(this.plan)});`;
    const send = (type: string, text: string) => (_: unknown, response: ServerResponse) => {
      response.setHeader('content-type', type).end(text);
    };
    return {
      name: 'earshot:uploading-page',
      configurePreviewServer: ({ middlewares }) => {
        const html =
          '<!doctype html><meta charset="utf-8"><script type="module" src="/bench-page.js"></script>';
        middlewares.use('/bench-page.html', send('text/html', html));
        middlewares.use('/bench-page.js', send('text/javascript', script));
        middlewares.use('/bench-report', (request: IncomingMessage, response: ServerResponse) => {
          void this.#take(request, response);
        });
      },
    };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    this.#told({ report: report.parse(JSON.parse(text)), answer: () => response.end() });
  }
}
