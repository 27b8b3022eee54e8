import { randomUUID } from 'node:crypto';
import { connectPool, type PoolAccess, type SocketFactory } from '../../src/pool/connect-pool.ts';
import type { PoolTimes } from '../../src/pool/layout.ts';
import { type OfferedJob, Pool } from '../../src/pool/pool.ts';
import { createPool, type PoolLimits } from '../../src/pool/provision.ts';
import type { DeviceClass } from '../../src/pool/rows.ts';
import type { OwnedJob } from '../../src/pool/taken-job.ts';
import { type Broker, nodeSocket } from './nats-server.ts';

/** A fortieth of the real ones: the order of all steps is the same. */
export const SHORT_TIMES: PoolTimes = { lease: 1_200, beat: 300, ackWait: 1_200 };

export const PHRASE = 'seven quiet herons at dusk';

export const accessTo = (broker: Broker | string, pool = 'team', credentials = ''): PoolAccess => ({
  address: typeof broker === 'string' ? broker : broker.url,
  pool,
  credentials,
  phrase: PHRASE,
});

const TEST_LIMITS: PoolLimits = { jobs: 1_000, bytes: 200_000_000, keepDays: 1 };

export async function setUpPool(access: PoolAccess, limits: PoolLimits = TEST_LIMITS): Promise<void> {
  const connection = await connectPool(access, nodeSocket);
  await createPool(connection, access.pool, limits);
  await connection.close();
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What a model that only waits made of a job. */
export interface Waited {
  job: string;
  by: string;
  windows: number[];
  /** Windows that an earlier owner had finished. */
  resumed: number;
  audioBytes: number;
}

interface Spec {
  /** Milliseconds of each window. */
  windows: number[];
}

export const waitingJob = (
  windows: number[],
  recording?: Uint8Array<ArrayBuffer>,
  device: DeviceClass = 'wasm',
): OfferedJob => ({
  id: randomUUID(),
  title: 'Board meeting of the herons.wav',
  capability: { engine: 'stt-1', language: 'de', device },
  duration: windows.length * 30,
  created: new Date().toISOString(),
  spec: { windows } satisfies Spec,
  recording: recording
    ? { size: recording.length, read: async (start, end) => recording.slice(start, end) }
    : null,
});

interface MemberOptions {
  /** That of an earlier life of the same device. */
  id?: string;
  name?: string;
  /** What it can run: jobs for CPUs where nothing is said, those for GPUs too for `webgpu`. */
  device?: DeviceClass;
  times?: PoolTimes;
  /** How many times slower than the job says. */
  slowness?: number;
  /** Called before each window. */
  onWindow?: (job: OwnedJob, index: number) => Promise<void> | void;
  onEnding?: (job: string, ending: 'counted' | 'lost') => void;
  socket?: SocketFactory;
}

/** A member whose model waits, with what it did. */
export class WaitingMember {
  /** Jobs that it began, with their epochs. */
  readonly began: string[] = [];
  readonly endings: { job: string; ending: 'counted' | 'lost' }[] = [];
  #stopped = false;
  #end: () => void = () => undefined;
  readonly #ending = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #serving: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  private constructor(
    readonly pool: Pool,
    readonly id: string,
    private readonly options: MemberOptions,
  ) {}

  static async join(access: PoolAccess, options: MemberOptions = {}): Promise<WaitingMember> {
    const id = options.id ?? randomUUID();
    let member: WaitingMember | undefined;
    const facts = {
      id,
      name: options.name ?? 'A laptop',
      models: ['stt-1'],
      device: options.device ?? 'wasm',
    };
    const pool = await Pool.join(access, facts, {
      times: options.times ?? SHORT_TIMES,
      socket: options.socket ?? nodeSocket,
      onChange: () => member?.notice(),
    });
    member = new WaitingMember(pool, id, options);
    return member;
  }

  notice(): void {
    this.#wake();
  }

  /** Takes and runs jobs until it leaves or dies. */
  serve(): this {
    this.#serving = this.#serve();
    return this;
  }

  #canRun = (device: DeviceClass) => device === 'wasm' || this.options.device === 'webgpu';

  async #serve(): Promise<void> {
    while (!this.#stopped) {
      const job = await this.pool.take(({ device }) => this.#canRun(device)).catch(() => null);
      if (job && !this.#stopped) await this.#run(job).catch(() => undefined);
      else if (!this.#stopped) {
        await Promise.race([new Promise<void>((resolve) => (this.#wake = resolve)), sleep(200)]);
      }
    }
  }

  async #run(job: OwnedJob): Promise<void> {
    this.began.push(job.id);
    const stored = await job.readSpec().catch(async (error: unknown) => {
      await this.pool.cannotRead(job, error);
      throw error;
    });
    const { windows } = stored.spec as Spec;
    const done = new Set((await job.readWindows()).map(({ index }) => index));
    const resumed = done.size;
    let audioBytes = 0;
    if (stored.audio) {
      const source = job.recording(stored.audio);
      for (let from = 0; from < source.size; from += 700_001)
        audioBytes += (await source.read(from, from + 700_001)).length;
    }
    for (const [index, ms] of windows.entries()) {
      if (done.has(index)) continue;
      await this.options.onWindow?.(job, index);
      await Promise.race([sleep(ms * (this.options.slowness ?? 1)), this.#ending]);
      if (this.#stopped) return;
      await job.keepWindow(index, { words: `window ${index}` });
      job.noteProgress((index + 1) / windows.length);
      done.add(index);
    }
    const result: Waited = { job: job.id, by: this.id, windows: [...done], resumed, audioBytes };
    const ending = await this.pool.finish(job, result).catch((error: unknown) => {
      if (job.signal.aborted) return 'lost' as const;
      throw error;
    });
    this.endings.push({ job: job.id, ending });
    this.options.onEnding?.(job.id, ending);
  }

  /** Ends as a killed tab does: without a word. */
  async die(): Promise<void> {
    this.#stopped = true;
    this.#end();
    this.#wake();
    for (const id of this.began) this.pool.owned(id)?.abandon();
    await this.pool.abandon();
    await this.#serving;
  }

  async leave(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#end();
    this.#wake();
    await this.pool.leave();
    await this.#serving;
  }
}

/** Waits until something is true. */
export async function until(isTrue: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('It did not come true in time.');
    await sleep(50);
  }
}

/** Waits until all jobs have ended in the eyes of their origin; their results. */
export async function results(origin: Pool, ids: readonly string[], ms = 30_000): Promise<Waited[]> {
  const found: Waited[] = [];
  for (const id of ids) {
    await until(() => origin.jobs.rows.get(id)?.row.state === 'done', ms);
    const outcome = await origin.outcome(id);
    if (outcome?.state !== 'done') throw new Error(`Job ${id} has no result.`);
    found.push(outcome.result as Waited);
  }
  return found;
}
