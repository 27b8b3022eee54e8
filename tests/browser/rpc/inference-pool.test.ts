import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TranscribeOptions } from '../../../src/engine/asr/asr-engine.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../../src/engine/audio/speech-window.ts';
import { InferencePool } from '../../../src/rpc/inference-pool.ts';
import helloUrl from '../../fixtures/mini/audio/en_hello.wav?url';
import smythUrl from '../../fixtures/mini/audio/en_jon_smyth.wav?url';
import { readWav } from '../../whisper/read-wav.ts';

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

let pool = new InferencePool();
const { signal } = new AbortController();

async function transcribeBoth(): Promise<string[]> {
  const windows = [await windowOf(0, helloUrl), await windowOf(1, smythUrl)];
  const transcripts = await Promise.all(windows.map((window) => pool.transcribe(window, ENGLISH, signal)));
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
    pool.end();
    pool = new InferencePool();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('transcribe two windows at once, each in a worker of its own', async () => {
    const spawned = countWorkers();
    await pool.loadAsr(MODELS, TWO_LANES, () => undefined, signal);
    expect(spawned()).toBe(1);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(2);
    expect(pool.lanes).toBe(2);
    // A short recording afterwards finds the model loaded.
    await pool.loadAsr(MODELS, { count: 1, cores: 2 }, () => undefined, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(2);
  });

  it('take turns where there is one', async () => {
    const spawned = countWorkers();
    await pool.loadAsr(MODELS, { count: 1, cores: 1 }, () => undefined, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(spawned()).toBe(1);
  });

  it('lose nothing when the second cannot be had', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    countWorkers((count) => count === 2);
    await pool.loadAsr(MODELS, TWO_LANES, () => undefined, signal);
    expect(await transcribeBoth()).toEqual(SAID);
    expect(pool.lanes).toBe(1);
  });

  it('stop with the job', async () => {
    const job = new AbortController();
    await pool.loadAsr(MODELS, TWO_LANES, () => undefined, job.signal);
    const windows = [await windowOf(0, helloUrl), await windowOf(1, smythUrl)];
    const running = windows.map((window) => pool.transcribe(window, ENGLISH, job.signal));
    job.abort();
    for (const one of running) await expect(one).rejects.toMatchObject({ name: 'AbortError' });
  });
});

/** Counts the workers that are started; one that `dies` runs out of memory at once. */
function countWorkers(dies: (count: number) => boolean = () => false): () => number {
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
      }
    },
  );
  return () => count;
}
