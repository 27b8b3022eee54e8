import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TranscribeOptions } from '../../../src/engine/asr/asr-engine.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import { AsrLanes } from '../../../src/realms/asr/page/asr-lanes.ts';
import helloUrl from '../../fixtures/mini/audio/en_hello.wav?url';
import smythUrl from '../../fixtures/mini/audio/en_jon_smyth.wav?url';
import { readWav } from '../../miniatures/read-wav.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const MODELS = ['mini-whisper'];
const TWO_LANES = { count: 2, cores: 1 };
const ENGLISH: TranscribeOptions = { language: 'en', languages: [], codeSwitching: false };

async function windowOf(index: number, url: string): Promise<SpeechWindow> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const [pcm = new Float32Array(0)] = readWav(bytes);
  return {
    index,
    channel: 0,
    pcm,
    pieces: [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }],
  };
}

let lanes = new AsrLanes();
const { signal } = new AbortController();

async function transcribeBoth(): Promise<string[]> {
  const windows = [await windowOf(0, helloUrl), await windowOf(1, smythUrl)];
  const transcripts = await Promise.all(windows.map((window) => lanes.transcribe(window, ENGLISH, signal)));
  return transcripts.map(({ segments }) =>
    segments
      .flatMap(({ words }) => words.map(({ word }) => word))
      .join('')
      .trim(),
  );
}

const SAID = [
  'Hello my name is John Smith. Where is the train?',
  'Hello John Smith. Write my name John Smith.',
];

describe('lanes of inference workers', () => {
  afterEach(() => {
    lanes.end();
    lanes = new AsrLanes();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('transcribe two windows at once, each in a worker of its own', { tags: THOROUGH_TAG }, async () => {
    const spawned = countWorkers();
    await lanes.loadAsr(MODELS, TWO_LANES, signal);
    expect(spawned()).toBe(1);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(2);
    expect(lanes.lanes).toBe(2);
    // A short recording afterwards finds the model loaded.
    await lanes.loadAsr(MODELS, { count: 1, cores: 2 }, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(2);
  });

  it('take turns if there is only one', { tags: THOROUGH_TAG }, async () => {
    const spawned = countWorkers();
    await lanes.loadAsr(MODELS, { count: 1, cores: 1 }, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(1);
  });

  it('lose nothing if the second cannot be started', { tags: THOROUGH_TAG }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    countWorkers({ dies: (count) => count >= 2 });
    await lanes.loadAsr(MODELS, TWO_LANES, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(lanes.lanes).toBe(1);
  });

  // With workers that are stand-ins: src/realms/asr/page/asr-lanes.test.ts. A real one ends so in live-speech.test.ts.
  it('go on in a new worker with the same window if one ends without a word', {
    tags: THOROUGH_TAG,
  }, async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const made = keepWorkers();
    lanes = new AsrLanes({ firstMs: 120_000, leastMs: 2_000, factor: 2 });
    await lanes.loadAsr(MODELS, { count: 1, cores: 1 }, signal);
    await lanes.transcribe(await windowOf(0, helloUrl), ENGLISH, signal);
    const next = lanes.transcribe(await windowOf(1, smythUrl), ENGLISH, signal);
    // As `self.close()` in the worker: the page gets no event.
    made[0]?.terminate();
    expect((await next).segments.length).toBeGreaterThan(0);
    expect(made).toHaveLength(2);
  });

  it('stop with the job', async () => {
    const job = new AbortController();
    await lanes.loadAsr(MODELS, TWO_LANES, job.signal);
    const windows = [await windowOf(0, helloUrl), await windowOf(1, smythUrl)];
    const running = windows.map((window) => lanes.transcribe(window, ENGLISH, job.signal));
    job.abort();
    for (const one of running) await expect(one).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('are left at once by a cancelled job, and the next one never gets a busy worker', {
    tags: THOROUGH_TAG,
  }, async () => {
    const spawned = countWorkers({ hangs: (count) => count === 1 });
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const job = new AbortController();
    await lanes.loadAsr(MODELS, { count: 1, cores: 1 }, job.signal);
    const running = lanes.transcribe(await windowOf(0, helloUrl), ENGLISH, job.signal);
    // The call is pending before it is cancelled.
    await new Promise((resolve) => setTimeout(resolve));
    job.abort();
    const next = lanes.loadAsr(MODELS, { count: 1, cores: 1 }, signal);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended).not.toHaveBeenCalled();
    expect(await next).toMatchObject([{ modelId: 'mini-whisper' }]);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(spawned()).toBe(2);
    expect(await transcribeBoth()).toEqual(SAID);
  });
});

interface Fates {
  /** Runs out of memory at once. */
  dies?: (count: number) => boolean;
  /** Loads its model, then computes without ever yielding. */
  hangs?: (count: number) => boolean;
}

/** Counts started workers. */
function countWorkers({ dies = () => false, hangs = () => false }: Fates = {}): () => number {
  const Original = Worker;
  const broken = URL.createObjectURL(
    new Blob(['throw new RangeError("out of memory")'], { type: 'text/javascript' }),
  );
  let count = 0;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        count += 1;
        if (dies(count)) super(broken);
        else super(url, options);
        if (!hangs(count)) return;
        const send = this.postMessage.bind(this);
        this.postMessage = (
          message: { path?: string[] },
          options?: StructuredSerializeOptions | Transferable[],
        ) => {
          if (message.path?.some((name) => name === 'transcribe' || name === 'abort')) return;
          send(message, Array.isArray(options) ? { transfer: options } : options);
        };
      }
    },
  );
  return () => count;
}

/** The workers started from now on. */
function keepWorkers(): Worker[] {
  const Original = Worker;
  const made: Worker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        made.push(this);
      }
    },
  );
  return made;
}
