import type { BrowserContext, Page } from 'playwright';

/** An event of Chromium's trace. Times in microseconds; `tdur` is the processor's. */
interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const CATEGORIES = [
  'toplevel',
  'v8',
  'v8.wasm',
  'disabled-by-default-v8.compile',
  'disabled-by-default-v8.wasm.detailed',
  'disabled-by-default-v8.gc',
  'devtools.timeline',
  'blink.user_timing',
];

/** What the time of an event is spent on, wherever it happens. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/wasm/i, 'compiling WebAssembly'],
  [/GC/, 'collecting garbage'],
  [/^v8\.evaluateModule|^EvaluateScript|^v8\.run$/, 'running scripts for the first time'],
  [/^V8\.|^v8\.(compile|parse|streaming)|CompileTask/, 'parsing and compiling scripts'],
];
const BY_THREAD: readonly (readonly [RegExp, string])[] = [
  [/^CrRendererMain/, 'the page: its interface'],
  [/^Compositor|^Viz|^CrGpu|Raster/, 'drawing'],
  [/^ServiceWorker/, 'the service worker'],
  [/^DedicatedWorker/, 'other workers: audio, the threads of the runtime'],
];
/** Measures of the recognising worker (src/realms/asr/worker/session.ts). */
const MEASURES: Readonly<Record<string, string>> = {
  'earshot:load': 'recognition: reading files, editing graphs, building sessions',
  'earshot:window': 'recognition: the window',
};
/** The browser's own page of a new tab. */
const FOREIGN = /WebUI/;

/** Traces what a browser does meanwhile, and gives seconds of the processor by what they were spent on, the most first. */
export async function traced(
  context: BrowserContext,
  page: Page,
  work: () => Promise<unknown>,
): Promise<[what: string, seconds: number][]> {
  const session = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: CATEGORIES,
      excludedCategories: ['*'],
    },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return costsOf(events);
}

function costsOf(events: readonly TraceEvent[]): [string, number][] {
  const names = (kind: string) =>
    new Map(
      events.flatMap(({ ph, name, pid, tid, args }) =>
        ph === 'M' && name === kind
          ? [[kind === 'process_name' ? `${pid}` : `${pid} ${tid}`, args?.name ?? ''] as const]
          : [],
      ),
    );
  const [processes, threads] = [names('process_name'), names('thread_name')];
  // Measures of workers come as pairs of a beginning and an end.
  const measures = events
    .filter(({ ph, name }) => name in MEASURES && (ph === 'b' || ph === 'e'))
    .toSorted((a, b) => a.ts - b.ts);
  const costs = new Map<string, number>();
  // Without `Map.groupBy`, which Node 20 has not.
  const byThread = new Map<string, TraceEvent[]>();
  for (const event of events.filter(({ ph }) => ph === 'X')) {
    const thread = `${event.pid} ${event.tid}`;
    byThread.set(thread, byThread.get(thread) ?? []);
    byThread.get(thread)?.push(event);
  }
  for (const [thread, own] of byThread) {
    const process = processes.get(thread.split(' ')[0] ?? '') ?? '';
    if (FOREIGN.test(process)) continue;
    const ofThread = measures.filter(({ pid, tid }) => `${pid} ${tid}` === thread);
    for (const { event, seconds } of withoutNested(own)) {
      const measure = ofThread.findLast(({ ts }) => ts <= event.ts);
      const what =
        BY_NAME.find(([name]) => name.test(event.name))?.[1] ??
        (measure?.ph === 'b' ? MEASURES[measure.name] : undefined) ??
        BY_THREAD.find(([name]) => name.test(threads.get(thread) ?? ''))?.[1] ??
        (process === 'Browser' ? 'the browser: storage, network, messages' : 'the rest');
      costs.set(what, (costs.get(what) ?? 0) + seconds);
    }
  }
  return [...costs].toSorted(([, a], [, b]) => b - a);
}

/** The processor's time of each event without that of those inside it. */
function withoutNested(events: readonly TraceEvent[]): { event: TraceEvent; seconds: number }[] {
  const open: { event: TraceEvent; seconds: number }[] = [];
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .map((event) => {
      for (
        let last = open.at(-1);
        last && last.event.ts + (last.event.dur ?? 0) <= event.ts;
        last = open.at(-1)
      )
        open.pop();
      const seconds = (event.tdur ?? 0) / 1e6;
      const around = open.at(-1);
      if (around) around.seconds -= seconds;
      const one = { event, seconds };
      open.push(one);
      return one;
    });
}

/** Rows for people, with shares. */
export function describeCosts(costs: readonly (readonly [string, number])[]): string {
  const sum = costs.reduce((total, [, seconds]) => total + seconds, 0);
  return costs
    .map(
      ([what, seconds]) =>
        `${seconds.toFixed(2).padStart(8)} s ${`${Math.round((100 * seconds) / sum)} %`.padStart(5)}  ${what}`,
    )
    .join('\n');
}
